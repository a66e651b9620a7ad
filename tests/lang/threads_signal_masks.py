import os
import signal
import threading

got = []
signal.signal(signal.SIGUSR1, lambda number, frame: got.append(number))
may_end = threading.Event()
has_blocked = threading.Event()


def block():
    signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    has_blocked.set()
    may_end.wait()


def inherits():
    got.append(signal.SIGUSR1 in signal.pthread_sigmask(signal.SIG_BLOCK, ()))


def run(function):
    t = threading.Thread(target=function)
    t.start()
    t.join()


blocking = threading.Thread(target=block)
blocking.start()
has_blocked.wait()
# What one thread blocks comes to another.
print(signal.pthread_sigmask(signal.SIG_BLOCK, ()))
os.kill(os.getpid(), signal.SIGUSR1)
print(got)
may_end.set()
blocking.join()

run(inherits)
print(signal.pthread_sigmask(signal.SIG_BLOCK, [signal.SIGUSR1]))
run(inherits)
print(got)
os.kill(os.getpid(), signal.SIGUSR1)
print(got, signal.sigpending())
print(signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGUSR1]))
print(got, signal.sigpending())
