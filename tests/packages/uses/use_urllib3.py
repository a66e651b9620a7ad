import urllib3
from urllib3 import HTTPHeaderDict, Retry, Timeout
from urllib3.fields import RequestField
from urllib3.filepost import encode_multipart_formdata
from urllib3.response import HTTPResponse
from urllib3.util import make_headers, parse_url

u = parse_url("http://user@Ex.org:8080/a/../b c?q=1#f")
print(u.host, u.port, u.path, u.url, u.auth)
h = HTTPHeaderDict({"Set-Cookie": "a"})
h.add("set-cookie", "b")
print(h["SET-COOKIE"], h.getlist("set-cookie"), make_headers(keep_alive=True, basic_auth="u:p", user_agent="x"))
body, kind = encode_multipart_formdata({"k": "v", "f": ("n.txt", b"data", "text/plain")}, boundary="XX")
print(body, kind)
r = Retry(total=3, backoff_factor=0.5, status_forcelist=[500])
r = r.increment("GET", "/", error=urllib3.exceptions.ReadTimeoutError(None, "/", "x"))
print(r.total, r.get_backoff_time(), r.is_retry("GET", 500), Timeout(connect=1, read=2).connect_timeout)
resp = HTTPResponse(b"hello world", headers={"content-type": "text/plain"}, status=200, preload_content=False)
print(resp.status, resp.data if hasattr(resp, "data") else None, RequestField("a", "b").render_headers() == "\r\n")
try:
    parse_url("http://[::1")
except urllib3.exceptions.LocationParseError as e:
    print(e)
