import threading

a, b = threading.Lock(), threading.Lock()
steps = []


def one():
    with a:
        meet.wait()
        with b:
            steps.append("never")


def two():
    with b:
        meet.wait()
        with a:
            steps.append("never")


meet = threading.Barrier(2)
for f in (one, two):
    threading.Thread(target=f, name=f.__name__, daemon=True).start()
for t in threading.enumerate()[1:]:
    t.join(0.002)
print(steps, a.locked(), b.locked(), threading.active_count())
