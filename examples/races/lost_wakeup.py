"""Lost wakeup: the notification comes before anybody waits for it, and is never repeated.

Wrong: `consume` looks at `items` before it has the condition's lock, so that the item and its notification can come
between the look and the waiting.
"""
import threading

condition = threading.Condition()
items = []


def consume():
    if not items:
        with condition:
            condition.wait()
    items.pop()


def produce():
    with condition:
        items.append("an item")
        condition.notify()


consumer = threading.Thread(target=consume, name="consumer")
producer = threading.Thread(target=produce, name="producer")
consumer.start()
producer.start()
consumer.join()
producer.join()
