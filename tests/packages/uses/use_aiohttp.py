import asyncio

import aiohttp
from aiohttp import web
from multidict import CIMultiDict
from yarl import URL


async def hello(request):
    return web.json_response({"name": request.match_info.get("name"), "q": request.query.getall("q", [])})


async def echo(request):
    data = await request.post()
    return web.Response(text=",".join(f"{k}={v}" for k, v in data.items()), headers={"X-A": "b"}, status=201)


async def ws(request):
    s = web.WebSocketResponse()
    await s.prepare(request)
    async for m in s:
        if m.data == "close":
            await s.close()
        else:
            await s.send_str("got " + m.data)
    return s


@web.middleware
async def mid(request, handler):
    try:
        return await handler(request)
    except ZeroDivisionError:
        return web.Response(status=500, text="div")


async def bad(request):
    1 / 0


async def stream(request):
    r = web.StreamResponse()
    await r.prepare(request)
    for i in range(3):
        await r.write(b"part%d\n" % i)
    await r.write_eof()
    return r


async def main():
    app = web.Application(middlewares=[mid])
    app.add_routes([web.get("/h/{name}", hello), web.post("/e", echo), web.get("/ws", ws), web.get("/bad", bad), web.get("/s", stream)])
    runner = web.AppRunner(app)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    base = URL("http://127.0.0.1").with_port(site._server.sockets[0].getsockname()[1])
    async with aiohttp.ClientSession() as s:
        async with s.get(base / "h/bob", params=[("q", "1"), ("q", "ü")]) as r:
            print(r.status, await r.json(), r.content_type)
        async with s.post(base / "e", data={"a": "1", "b": "x y"}) as r:
            print(r.status, await r.text(), r.headers["x-a"])
        async with s.get(base / "bad") as r:
            print(r.status, await r.text())
        async with s.get(base / "none") as r:
            print(r.status, await r.text())
        async with s.get(base / "s") as r:
            print([line async for line in r.content])
        async with s.ws_connect(base / "ws") as w:
            await w.send_str("hi")
            print((await w.receive()).data)
            await w.send_str("close")
            print((await w.receive()).type)
        try:
            await s.get("http://127.0.0.1:1/")
        except aiohttp.ClientConnectorError as e:
            print(type(e).__name__, e.errno)
        print(await asyncio.gather(*[fetch(s, base / f"h/{i}") for i in range(4)]))
    await runner.cleanup()


async def fetch(s, url):
    async with s.get(url) as r:
        return (await r.json())["name"]


asyncio.run(main())
print(URL("http://a.b/c?d=1#e") % {"x": 2}, CIMultiDict([("A", 1), ("a", 2)]).getall("a"), URL("/a/b").join(URL("../c")))
