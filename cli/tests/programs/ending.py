# What a finalizer may not do any more when the program is over.

import os
import sys
import threading


class Last:
    def __del__(self):
        print(sys.is_finalizing())
        for call in (os.fork, threading.Thread(target=print).start):
            try:
                call()
            except RuntimeError as error:
                print(type(error).__name__, error)


print(sys.is_finalizing())
last = Last()
