"""Forgotten notify: somebody waits for something that is there, because its notification was left out.

Wrong: `put` notifies one consumer when the box was empty. If two items come before the first consumer gets on, the second
consumer is never woken. It should notify one for every item.
"""
import threading

condition = threading.Condition()
box = []


def put(item):
    with condition:
        box.append(item)
        if len(box) == 1:
            condition.notify()


def take():
    with condition:
        while not box:
            condition.wait()
        box.pop()


def produce():
    put("a")
    put("b")


threads = [
    threading.Thread(target=take, name="consumer 1"),
    threading.Thread(target=produce, name="producer"),
    threading.Thread(target=take, name="consumer 2"),
]
for t in threads:
    t.start()
for t in threads:
    t.join()
