import asyncio
import json

import tornado.httpclient
import tornado.httpserver
import tornado.locks
import tornado.queues
import tornado.template
import tornado.web
import tornado.websocket
from tornado.escape import linkify, url_escape, xhtml_escape
from tornado.httputil import HTTPHeaders, parse_multipart_form_data, url_concat
from tornado.netutil import bind_sockets
from tornado.testing import bind_unused_port

t = tornado.template.Template("{% for x in xs %}{{ x }}{% if x > 1 %}!{% end %}{% end %} {% raw '<b>' %} {{ '<i>' }}{% set q = 3 %}{% try %}{{ 1/0 }}{% except %}err{% end %}")
print(t.generate(xs=[1, 2, 3]))
try:
    tornado.template.Template("{% if x %}")
except tornado.template.ParseError as e:
    print(type(e).__name__, e)
print(xhtml_escape("<a&'\">"), url_escape("a b/ü"), linkify("see http://x.test/a ok"), url_concat("http://x/?a=1", {"b": 2}))
print(HTTPHeaders.parse("A: 1\r\nb-c: 2\r\nA: 3\r\n"))


class Main(tornado.web.RequestHandler):
    def get(self, name):
        self.set_cookie("c", "v")
        self.write({"name": name, "q": self.get_arguments("q")})

    async def post(self, name):
        await asyncio.sleep(0)
        if name == "bad":
            raise tornado.web.HTTPError(418, reason="teapot")
        self.finish(self.request.body[::-1])


class Echo(tornado.websocket.WebSocketHandler):
    def on_message(self, m):
        self.write_message("got " + m)


async def main():
    app = tornado.web.Application([(r"/h/(\w+)", Main), (r"/ws", Echo)])
    sock, port = bind_unused_port()
    server = tornado.httpserver.HTTPServer(app)
    server.add_sockets([sock])
    c = tornado.httpclient.AsyncHTTPClient()
    base = f"http://127.0.0.1:{port}"
    r = await c.fetch(base + "/h/bob?q=1&q=2")
    print(r.code, json.loads(r.body), r.headers["Content-Type"], r.headers["Set-Cookie"])
    print((await c.fetch(base + "/h/x", method="POST", body="abc")).body)
    for url in ("/h/bad", "/none"):
        r = await c.fetch(base + url, method="POST", body="", raise_error=False)
        print(r.code, r.reason, r.error)
    ws = await tornado.websocket.websocket_connect(f"ws://127.0.0.1:{port}/ws")
    await ws.write_message("hi")
    print(await ws.read_message())
    ws.close()
    server.stop()
    q = tornado.queues.PriorityQueue()
    for x in (3, 1, 2):
        await q.put(x)
    print([q.get_nowait() for _ in range(3)])


import logging
logging.disable()
asyncio.run(main())
