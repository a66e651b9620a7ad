import asyncio

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.responses import JSONResponse, PlainTextResponse
from starlette.routing import Mount, Route


async def home(request):
    return PlainTextResponse(f"home {request.query_params.get('q')}")


async def item(request):
    return JSONResponse({"id": request.path_params["id"], "body": (await request.body()).decode()})


class Header:
    def __init__(self, app):
        self.app = app

    async def __call__(self, scope, receive, send):
        async def wrapped(message):
            if message["type"] == "http.response.start":
                message["headers"].append((b"x-a", b"1"))
            await send(message)
        await self.app(scope, receive, wrapped)


app = Starlette(routes=[Route("/", home), Mount("/api", routes=[Route("/item/{id:int}", item, methods=["POST"])])],
                middleware=[Middleware(Header)])


async def call(method, path, query=b"", body=b""):
    sent = []

    async def receive():
        return {"type": "http.request", "body": body, "more_body": False}

    async def send(message):
        sent.append(message)
    await app({"type": "http", "method": method, "path": path, "raw_path": path.encode(), "query_string": query,
               "headers": [(b"host", b"h")], "server": ("h", 80), "scheme": "http", "http_version": "1.1"}, receive, send)
    print(sent[0]["status"], sent[0]["headers"], b"".join(m.get("body", b"") for m in sent[1:]))


async def main():
    await call("GET", "/", b"q=3")
    await call("POST", "/api/item/7", body=b"data")
    await call("GET", "/api/item/7")
    await call("GET", "/none")


asyncio.run(main())
print(app.url_path_for("item", id=3) if False else app.routes[1].path)
