"""A bug to hunt: two clerks sell the last ticket, and both succeed."""

import asyncio


class Office:
    def __init__(self, tickets):
        self.tickets = tickets
        self.sold = []

    async def sell(self, guest):
        left = self.tickets
        if left == 0:
            return False
        await self.pay(guest)
        self.tickets = left - 1
        self.sold.append(guest)
        return True

    async def pay(self, guest):
        for _ in guest:
            await asyncio.sleep(0)


async def clerk(office, guests):
    for guest in guests:
        if not await office.sell(guest):
            print("sold out for", guest)


async def main():
    office = Office(3)
    await asyncio.gather(clerk(office, ["ann", "dora"]), clerk(office, ["bo", "cid", "emilia"]))
    print(len(office.sold), "sold,", office.tickets, "left:", *office.sold)
    assert len(office.sold) + office.tickets == 3, "more guests than seats"


asyncio.run(main())
