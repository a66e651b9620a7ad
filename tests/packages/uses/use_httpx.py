import asyncio

import httpx


def handler(request):
    if request.url.path == "/redirect":
        return httpx.Response(302, headers={"Location": "/final"})
    if request.url.path == "/error":
        raise httpx.ConnectError("refused", request=request)
    return httpx.Response(200, json={"path": request.url.path, "q": dict(request.url.params), "body": request.content.decode(), "h": request.headers.get("x-h")})


with httpx.Client(transport=httpx.MockTransport(handler), base_url="http://a.test", headers={"X-H": "1"}, follow_redirects=True) as c:
    r = c.get("/p", params={"a": [1, 2], "b": "ü"})
    print(r, r.json(), r.url, r.request)
    r = c.get("/redirect")
    print(r.url, r.history)
    r = c.post("/f", data={"k": "v"}, cookies={"s": "t"})
    print(r.json(), r.request.headers["content-type"])
    r = c.post("/u", files={"f": ("n.txt", b"data", "text/plain")})
    print("multipart" in r.request.headers["content-type"])
    try:
        c.get("/error")
    except httpx.HTTPError as e:
        print(type(e).__name__, e)
try:
    httpx.Response(404, request=httpx.Request("GET", "http://x.test")).raise_for_status()
except httpx.HTTPStatusError as e:
    print(e)
print(httpx.URL("http://u:p@h.test:8080/a b?x=1#f"), httpx.URL("http://h/a").join("../b"), httpx.QueryParams("a=1&a=2").get_list("a"), httpx.Headers([("a", "1"), ("A", "2")]))
for bad in ("http://[", "ftp:x", "http://h:99999999"):
    try:
        httpx.get(bad)
    except Exception as e:
        print(type(e).__name__, e)


async def app(scope, receive, send):
    body = (await receive())["body"]
    await send({"type": "http.response.start", "status": 201, "headers": [(b"x", b"y")]})
    await send({"type": "http.response.body", "body": scope["method"].encode() + b":" + body})


async def main():
    async with httpx.AsyncClient(transport=httpx.ASGITransport(app=app), base_url="http://t") as c:
        rs = await asyncio.gather(*[c.put("/", content=str(i)) for i in range(3)])
        print([(r.status_code, r.text, r.headers["x"]) for r in rs])
        async with c.stream("GET", "/") as r:
            print([x async for x in r.aiter_lines()])


asyncio.run(main())
