# Signals of timers and of other processes, where the program waits and where it runs.
import os
import select
import signal
import subprocess
import sys
import threading
import time

got = []


class Alarm(Exception):
    pass


def handler(number, frame):
    got.append(signal.Signals(number).name)


def failing(number, frame):
    raise Alarm


def busy():
    while True:
        pass


signal.signal(signal.SIGALRM, handler)
signal.setitimer(signal.ITIMER_REAL, 0.02)
while not got:
    pass
print("a loop:", got.pop())
signal.signal(signal.SIGALRM, failing)
reading, writing = os.pipe()
lock = threading.Lock()
lock.acquire()
for name, wait in (("a loop", busy), ("select", lambda: select.select([reading], [], [])),
                   ("read", lambda: os.read(reading, 1)), ("sleep", lambda: time.sleep(60)),
                   ("a lock", lock.acquire), ("poll", lambda: subprocess.run(["sleep", "60"]))):
    signal.setitimer(signal.ITIMER_REAL, 0.05)
    try:
        wait()
    except Alarm:
        print(name, "was interrupted")
signal.signal(signal.SIGVTALRM, handler)
signal.setitimer(signal.ITIMER_VIRTUAL, 0.01)
while not got:
    pass
print(got.pop())
signal.signal(signal.SIGUSR1, handler)
code = "import os, signal, sys; os.kill(int(sys.argv[1]), signal.SIGUSR1)"
subprocess.run([sys.executable, "-c", code, str(os.getpid())])
print(got)
event = threading.Event()
threading.Thread(target=lambda: (time.sleep(0.05), os.kill(os.getpid(), signal.SIGUSR1), event.set())).start()
event.wait()
print(got, threading.current_thread().name)
ended = subprocess.run([sys.executable, "-c", "import signal; signal.alarm(1); signal.pause()"])
print(ended.returncode)
