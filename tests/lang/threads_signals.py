import _thread
import signal
import sys
import threading
import time

got = []


def handler(number, frame):
    got.append((number, threading.current_thread().name))


signal.signal(signal.SIGUSR1, handler)
t = threading.Thread(target=_thread.interrupt_main, args=(signal.SIGUSR1,))
t.start()
t.join()
time.sleep(0.001)
print(got)


def set_handler():
    try:
        signal.signal(signal.SIGUSR1, handler)
    except ValueError as e:
        got.append(str(e))


t = threading.Thread(target=set_handler)
t.start()
t.join()
print(got[-1])
event = threading.Event()
t = threading.Timer(0.05, _thread.interrupt_main)
t.start()
try:
    event.wait(5)
except KeyboardInterrupt:
    print("interrupted")
t.join()
print(sys.getswitchinterval())
