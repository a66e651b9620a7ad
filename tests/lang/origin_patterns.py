"""Values that no assignment spells: names in patterns, attributes of class bodies, results of tasks and lambdas."""
from __future__ import annotations

import asyncio
from dataclasses import dataclass


@dataclass
class Pair:
    left: object
    right: object


class Box:
    items = [1]
    same = items

    class Inner:
        deep = items = "inner"


def taken(value):
    match value:
        case (first, [second], {"key": third}):
            found = first, second, third
        case Pair(left=[_, first], right=second) | Pair(second, first):
            found = first, second
        case [_, *_, first]:
            found = first
        case str() as first:
            found = [first]
        case _:
            found = None
    return found


def kept(item, among=[]):
    among.append(item)
    return among


def named(*, into=[]):
    into.append(3)
    return into


async def work(n):
    await asyncio.sleep(0)
    value = [n]
    return value


async def main():
    task = asyncio.create_task(work(3))
    by_task = await task
    coroutine = work(4)
    by_coroutine = await coroutine
    by_call = await work(5)
    return by_task, by_coroutine, by_call


taken(([1], [[2]], {"key": [3]}))
taken(Pair([0, 8], [9]))
taken(Pair([7], [6]))
taken(["a", "b", "c"])
taken("text")
kept(6)
default = kept(7)
entries = named()
wrap = lambda inner: [inner]
wrapped = wrap(5)
doubles = (n * 2 for n in [1, 2])
double = next(doubles)
print(asyncio.run(main()), default, entries, wrapped, double)
print(Box.items, Box.Inner.deep)
