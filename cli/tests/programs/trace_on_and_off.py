"""A trace function that comes and goes, while code runs, is loaded and is left."""
import sys

seen = []


def note(frame, event, arg):
    seen.append(f"{frame.f_code.co_name}:{event}:{frame.f_lineno - frame.f_code.co_firstlineno}")
    return note


def work(n):
    total = 0
    for i in range(n):
        total += i
    return total


def loop():
    for _ in range(2):
        yield work(2)


for round in range(3):
    sys.settrace(note)
    work(1)
    sys.settrace(None)
    work(2)
    exec("def late():\n    return work(1)\n")
    late()
    sys.settrace(note)
    late()
    sys.settrace(None)
    print(round, " ".join(seen))
    seen.clear()

steps = loop()
next(steps)
sys.settrace(note)
next(steps)
sys.settrace(None)
print(" ".join(seen))
seen.clear()
sys.setprofile(lambda frame, event, arg: seen.append(f"{frame.f_code.co_name}:{event}"))
work(1)
len(seen)
sys.setprofile(None)
print(" ".join(name for name in seen if "profile" not in name))
seen.clear()
sys.settrace(note)
sys.setprofile(lambda frame, event, arg: None)
sys.settrace(None)
work(1)
sys.setprofile(None)
work(1)
sys.settrace(note)
work(0)
sys.settrace(None)
print(" ".join(seen))
