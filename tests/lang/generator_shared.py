"""Variables of generators and coroutines that others change while these wait."""
import asyncio


def collector():
    total = 0
    items = []

    def add(number):
        nonlocal total
        total += number
        items.append(number)

    yield add
    yield total, items


async def counter():
    count = 0

    async def bump(times):
        nonlocal count
        for _ in range(times):
            await asyncio.sleep(0)
            count += 1

    both = [asyncio.create_task(bump(2)), asyncio.create_task(bump(1))]
    await asyncio.gather(*both)
    return count


def given_up():
    held = [1]
    try:
        yield held
        yield 2
    finally:
        print("closed", held)


collecting = collector()
add = next(collecting)
add(3)
add(4)
print(next(collecting))
print(asyncio.run(counter()))
one = given_up()
mine = next(one)
mine.append(2)
one.close()
mine.append(3)
print(mine)
