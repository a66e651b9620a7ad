"""Two processes that map the same file, and wait for each other's bytes without asking the system for anything."""

import mmap
import os
import tempfile

with tempfile.TemporaryFile() as file:
    file.write(bytes(4096))
    file.flush()
    shared = mmap.mmap(file.fileno(), 4096)
    view = memoryview(shared)
    print(shared[20], view[21], flush=True)
    child = os.fork()
    if child == 0:
        while shared[30] != 1:
            pass
        shared[20], view[21] = 7, 9
        view[31] = 42
        os._exit(0)
    view[30] = 1
    while shared[31] == 0:
        pass
    print(shared[20], view[20], shared[21], view[21], shared[31], view[31])
    print(os.waitpid(child, 0)[1])
    view.release()
    shared.close()
