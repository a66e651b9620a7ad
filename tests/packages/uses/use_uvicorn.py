import asyncio
import http.client
import threading

import uvicorn
import waitress.server
from waitress import create_server
from webob import Request, Response
from webob.dec import wsgify


async def app(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            m = await receive()
            print(m["type"])
            await send({"type": m["type"] + ".complete"})
            if m["type"] == "lifespan.shutdown":
                return
    body = b""
    while True:
        m = await receive()
        body += m.get("body", b"")
        if not m.get("more_body"):
            break
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain"), (b"x-q", scope["query_string"])]})
    await send({"type": "http.response.body", "body": scope["path"].encode() + b"|" + body})


async def main():
    server = uvicorn.Server(uvicorn.Config(app, port=0, log_level="critical", loop="asyncio", http="h11", ws="none"))
    t = asyncio.create_task(server.serve())
    while not server.started:
        await asyncio.sleep(0.01)
    port = server.servers[0].sockets[0].getsockname()[1]
    r, w = await asyncio.open_connection("127.0.0.1", port)
    w.write(b"POST /p%20q?a=1 HTTP/1.1\r\nHost: x\r\nContent-Length: 3\r\nConnection: close\r\n\r\nabc")
    lines = (await r.read()).decode().split("\r\n")
    print(lines[0], [l for l in lines if l.startswith(("x-q", "content"))], lines[-1])
    w.close()
    server.should_exit = True
    await t


asyncio.run(main())


@wsgify
def wapp(req):
    if req.path == "/bad":
        raise ValueError("bad")
    return Response(json_body={"m": req.method, "p": req.params.mixed(), "c": dict(req.cookies)}, headerlist=[("X-Y", "z")])


s = create_server(wapp, host="127.0.0.1", port=0)
threading.Thread(target=s.run, daemon=True).start()
c = http.client.HTTPConnection("127.0.0.1", s.effective_port)
c.request("POST", "/x?a=1&a=2", "b=3", {"Content-Type": "application/x-www-form-urlencoded", "Cookie": "k=v"})
r = c.getresponse()
print(r.status, r.getheader("X-Y"), r.read())
req = Request.blank("/p?x=1", POST={"f": ("n.txt", "data")}, accept="text/html;q=0.8, */*;q=0.1")
print(req.POST["f"].filename, req.accept.acceptable_offers(["text/html", "a/b"]), req.url, wapp(Request.blank("/q")).status)
resp = Response("hello", charset="utf8", etag="e", cache_expires=10)
resp.set_cookie("c", "v", max_age=5, httponly=True)
print(resp.status, resp.headers["Set-Cookie"].split(";")[0], resp.conditional_response)
