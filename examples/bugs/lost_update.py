"""Three tasks pay into one account at the same time."""

import asyncio


class Account:
    def __init__(self):
        self.balance = 0

    async def pay_in(self, amount):
        before = self.balance
        await self.check(amount)
        self.balance = before + amount

    async def check(self, amount):
        if amount < 0:
            raise ValueError("a negative amount")
        await asyncio.sleep(0)


async def main():
    account = Account()
    await asyncio.gather(account.pay_in(10), account.pay_in(20), account.pay_in(30))
    return account


account = asyncio.run(main())
print("balance:", account.balance)
