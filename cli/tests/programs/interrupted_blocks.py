"""Exceptions of signal handlers in loops that a block begins with, while there are other threads."""
import os
import signal
import threading


class Slow(Exception):
    pass


def handler(number, frame):
    raise Slow(number == signal.SIGUSR1)


signal.signal(signal.SIGUSR1, handler)
done = []


def soon():
    threading.Timer(0.02, os.kill, (os.getpid(), signal.SIGUSR1)).start()


class Guard:
    def __enter__(self):
        return self

    def __exit__(self, kind, *rest):
        done.append(kind.__name__)
        return True


def caught():
    n = 0
    try:
        while True:
            n += 1
    except Slow as e:
        return e.args


def guarded():
    with Guard():
        while True:
            x = 1
    return "left"


def finished():
    try:
        while True:
            pass
    finally:
        done.append("finally")


def in_call():
    try:
        while True:
            len("x")
    except Slow:
        return "call"


for function in caught, guarded, finished, in_call:
    soon()
    try:
        print(function.__name__, function())
    except Slow as e:
        print(function.__name__, "left with", e)
signal.signal(signal.SIGUSR1, lambda number, frame: done.append("handler"))
soon()
signal.pause()
print(done)
