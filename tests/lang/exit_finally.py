"""sys.exit() in a finally replaces the exception that is on its way; a with statement and a generator are left too."""
import sys


class Guard:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        print("guard sees", kind.__name__, value)


def numbers():
    for n in range(3):
        yield n


def work():
    with Guard():
        for n in numbers():
            try:
                print(10 // (1 - n))
            finally:
                if n == 1:
                    sys.exit()


work()
