# Memory that processes share, and threads that a child does not have.
import multiprocessing
import os
import threading
import time
import warnings
from multiprocessing import shared_memory


# Python warns of forking while there are threads.
warnings.simplefilter("ignore", DeprecationWarning)

def add(value, array):
    with value.get_lock():
        value.value += 1
    array[1] = 2.5


def write(name):
    block = shared_memory.SharedMemory(name=name)
    block.buf[:5] = b"howdy"
    block.close()


def main():
    for method in "fork", "spawn", "forkserver":
        context = multiprocessing.get_context(method)
        value, array = context.Value("i", 40), context.Array("d", 3)
        children = [context.Process(target=add, args=(value, array)) for _ in range(2)]
        for child in children:
            child.start()
        for child in children:
            child.join()
        print(method, value.value, array[:])
    block = shared_memory.SharedMemory(create=True, size=16)
    child = multiprocessing.get_context("fork").Process(target=write, args=(block.name,))
    child.start()
    child.join()
    print(bytes(block.buf[:5]))
    block.close()
    block.unlink()
    counted = []
    thread = threading.Thread(target=lambda: [(counted.append(1), time.sleep(0.01)) for _ in range(20)])
    thread.start()
    pid = os.fork()
    if not pid:
        before = len(counted)
        time.sleep(0.1)
        os._exit(len(counted) - before + 10 * (threading.active_count() - 1))
    thread.join()
    print(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))


if __name__ == "__main__":
    main()
