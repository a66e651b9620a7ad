"""Atomicity of tasks: what a task has checked may no longer hold after an `await`.

Wrong: `pay` looks at the balance, then waits for the bank. Another payment that comes in meanwhile sees the same balance.
"""
import asyncio

balance = 100


def ask_bank():
    return "yes"


def next_customer():
    return 80


async def pay(amount):
    global balance
    if balance >= amount:
        await asyncio.to_thread(ask_bank)
        balance -= amount


async def main():
    first = asyncio.create_task(pay(80), name="first")
    await asyncio.sleep(0)
    await pay(await asyncio.to_thread(next_customer))
    await first
    assert balance >= 0, f"the account is overdrawn: {balance}"


asyncio.run(main())
