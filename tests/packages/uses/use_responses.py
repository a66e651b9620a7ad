import re

import requests
import responses
from responses import matchers


@responses.activate
def main():
    responses.get("http://a.test/x", json={"k": [1]}, headers={"X-A": "b"})
    responses.add(responses.POST, re.compile(r"http://a\.test/\d+"), body="made", status=201, match=[matchers.json_params_matcher({"q": 1})])
    responses.add_callback(responses.GET, "http://cb.test/", callback=lambda r: (200, {}, r.url + "|" + r.headers.get("H", "")))
    responses.get("http://err.test/", body=requests.ConnectionError("down"))
    r = requests.get("http://a.test/x")
    print(r.status_code, r.json(), r.headers["X-A"], r.headers["Content-Type"])
    print(requests.post("http://a.test/12", json={"q": 1}).text)
    print(requests.get("http://cb.test/", params={"z": "1 2"}, headers={"H": "v"}).text)
    for f in (lambda: requests.get("http://err.test/"), lambda: requests.post("http://a.test/12", json={"q": 2}), lambda: requests.get("http://other.test/")):
        try:
            f()
        except requests.ConnectionError as e:
            print(type(e).__name__, str(e)[:200])
    print(len(responses.calls), responses.calls[1].request.body, responses.assert_call_count("http://a.test/x", 1))


main()
