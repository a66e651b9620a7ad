"""Values sent into generators: an average, an accumulator and a small state machine."""


def averager():
    total = 0.0
    count = 0
    average = None
    while True:
        value = yield average
        if value is None:
            break
        total += value
        count += 1
        average = total / count
    return count, average


def door():
    state = "closed"
    log = []
    while True:
        command = yield state, len(log)
        log.append(command)
        if command == "open" and state == "closed":
            state = "open"
        elif command == "close" and state == "open":
            state = "closed"
        elif command == "lock" and state == "closed":
            state = "locked"
        elif command == "unlock" and state == "locked":
            state = "closed"
        elif command == "quit":
            return log


a = averager()
next(a)
for value in (10, 20, 60):
    print(a.send(value))
try:
    a.send(None)
except StopIteration as stop:
    print(stop.value)

d = door()
print(next(d))
for command in "open", "lock", "close", "lock", "open", "unlock":
    print(command, d.send(command))
try:
    d.send("quit")
except StopIteration as stop:
    print(stop.value)

try:
    averager().send(1)
except TypeError as e:
    print(e)


def doubled():
    print("got", (yield), (yield))


d = doubled()
d.send(None)
d.send("first")
try:
    d.send("second")
except StopIteration as stop:
    print(repr(stop.value))
