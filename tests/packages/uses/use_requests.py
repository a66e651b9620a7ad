import io

import requests
from requests.adapters import BaseAdapter
from requests.models import PreparedRequest


class Local(BaseAdapter):
    def send(self, request, **kwargs):
        r = requests.Response()
        r.status_code = 302 if request.path_url == "/old" else 404 if "none" in request.url else 200
        if r.status_code == 302:
            r.headers["Location"] = "/new?z=1"
        r.headers["Content-Type"] = "application/json; charset=utf-8"
        r.url, r.request = request.url, request
        r.raw = io.BytesIO(('{"url": "%s", "method": "%s"}' % (request.url, request.method)).encode())
        return r

    def close(self):
        pass


s = requests.Session()
s.mount("local://", Local())
s.headers["X-A"] = "1"
s.auth = ("u", "p")
r = s.get("local://h/p", params={"a": [1, 2], "b": "ü"})
print(r.status_code, r.url, r.ok, r.encoding, r.request.headers["Authorization"])
print(requests.Request("POST", "http://e.org/x", data={"k": "v w"}, files=None).prepare().body)
p = PreparedRequest()
p.prepare(method="put", url="http://ex.org:80/ä b?q", json={"x": 1}, headers={"A": "b"}, cookies={"c": "d"})
print(p.url, p.body, sorted(p.headers.items()))
try:
    s.get("local://h/none").raise_for_status()
except requests.HTTPError as e:
    print(e)
for bad in ("nope", "http://"):
    try:
        requests.Request("GET", bad).prepare()
    except requests.exceptions.RequestException as e:
        print(type(e).__name__)
print(requests.utils.get_encoding_from_headers({"content-type": "text/html"}), requests.codes.teapot)
