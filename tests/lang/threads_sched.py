import logging
import sched
import sys
import threading
import time

order = []


def at(delay, name):
    time.sleep(delay)
    order.append(name)


threads = [threading.Thread(target=at, args=(d, n)) for d, n in ((0.012, "c"), (0.004, "a"), (0.008, "b"))]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(order))
scheduler = sched.scheduler(time.monotonic, time.sleep)
for delay, name in ((0.004, "second"), (0.001, "first")):
    scheduler.enter(delay, 1, order.append, (name,))
t = threading.Thread(target=scheduler.run)
t.start()
t.join(0.0001)
t.join()
print(sorted(order[3:]), scheduler.empty())
timer = threading.Timer(5, order.append, ("never",))
timer.start()
timer.cancel()
timer.join()
print(len(order), timer.finished.is_set())
logging.basicConfig(stream=sys.stdout, format="%(threadName)s %(levelname)s %(message)s", level=logging.INFO)


def log(n):
    logging.info("message %d", n)


for n in range(2):
    t = threading.Thread(target=log, args=(n,), name=f"logger{n}")
    t.start()
    t.join()
logging.warning("main")
