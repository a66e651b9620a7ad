import asyncio
import threading

from asgiref.local import Local
from asgiref.sync import async_to_sync, sync_to_async
from asgiref.wsgi import WsgiToAsgi
from asgiref.testing import ApplicationCommunicator


def blocking(x):
    return x * 2, threading.current_thread() is threading.main_thread()


async def main(x):
    return await sync_to_async(blocking)(x), await sync_to_async(blocking, thread_sensitive=False)(x)


print(async_to_sync(main)(4))
local = Local()
local.x = 1


async def use():
    try:
        return local.x
    except AttributeError as e:
        return str(e)


print(async_to_sync(use)())


def wsgi(environ, start):
    start("200 OK", [("X", "y")])
    return [environ["PATH_INFO"].encode()]


async def run():
    c = ApplicationCommunicator(WsgiToAsgi(wsgi), {"type": "http", "method": "GET", "path": "/p", "query_string": b"", "headers": [], "http_version": "1.1"})
    await c.send_input({"type": "http.request", "body": b""})
    print(await c.receive_output(2), await c.receive_output(2))


asyncio.run(run())
try:
    async def inner():
        async_to_sync(use)()
    asyncio.run(inner())
except RuntimeError as e:
    print(e)
