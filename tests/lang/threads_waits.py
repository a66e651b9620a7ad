"""Statements that wait for another thread, and then change something."""
import queue
import threading


class Box:
    value = None


box = Box()
questions = queue.Queue()
answers = queue.Queue()
total = 0
got = []


def worker():
    global total
    while True:
        item = questions.get()
        if item is None:
            break
        answers.put(item * 2)
    box.value = questions.get()
    total = total + questions.get()
    got.append(questions.get())


thread = threading.Thread(target=worker, name="worker")
thread.start()
for i in range(3):
    questions.put(i)
    answer = answers.get()
for put in (None, 42, 5, 6):
    questions.put(put)
thread.join()
print(answer, box.value, total, got)
end = 1
