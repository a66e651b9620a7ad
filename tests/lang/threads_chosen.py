"""Two threads with variables of the same name: questions about the one that was chosen."""
import threading


def worker(go, done):
    n = 5
    go.set()
    done.wait()
    n += 1
    n += 1
    return n


def main():
    n = 100
    only_main = ["here"]
    go, done = threading.Event(), threading.Event()
    thread = threading.Thread(target=worker, args=(go, done))
    thread.start()
    go.wait()
    n += 50
    done.set()
    thread.join()
    return n, only_main


print(main())
