"""Locks of asyncio of every kind: who locked them, and which tasks wait."""

import asyncio


class Account:
    def __init__(self, total):
        self.total, self.lock = total, asyncio.Lock()

    async def take(self, amount):
        async with self.lock:
            rest = self.total - amount
            await asyncio.sleep(0)
            self.total = rest


account = Account(100)
pool = asyncio.Semaphore(1)
begin = asyncio.Event()
news = asyncio.Condition()
both = asyncio.Barrier(2)


async def customer(amount):
    await begin.wait()
    async with pool:
        await account.take(amount)
    await both.wait()
    async with news:
        await news.wait()
    print("customer", amount)


async def main():
    names = ["ann", "bob"]
    tasks = [asyncio.create_task(customer(n + 1), name=name) for n, name in enumerate(names)]
    await asyncio.sleep(0)
    begin.set()
    async with account.lock:
        await asyncio.sleep(0)
        await asyncio.sleep(0)
    while len(news._waiters) < 2:
        await asyncio.sleep(0)
    async with news:
        news.notify_all()
    await asyncio.gather(*tasks)
    print(account.total)


asyncio.run(main())
