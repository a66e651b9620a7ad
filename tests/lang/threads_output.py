"""A thread that waited prints before it has an event again: another thread's event comes last before the output."""
import queue
import socket
import threading

questions, answers = queue.Queue(), queue.Queue()
here, there = socket.socketpair()


def worker():
    print("got", questions.get())
    print("and", questions.get())
    there.sendall(b"ready " + questions.get())
    answers.put("done")


thread = threading.Thread(target=worker)
thread.start()
for question in "one", "two", b"three":
    questions.put(question)
    size = len(str(question))
print(answers.get())
print(here.recv(100))
thread.join()
