# Dumps of where the program is.

import faulthandler
import os
import signal
import tempfile
import threading


def lines_of(dump):
    """Lines that a dump has written to a file, without what differs."""
    with tempfile.TemporaryFile() as file:
        dump(file)
        file.seek(0)
        text = file.read().decode()
    for line in text.splitlines():
        if "thread" in line.lower() and " 0x" in line:
            line = line[:line.index(" 0x")]
        print(line.replace(__file__, "here").rpartition("/")[2])


def inner(file):
    faulthandler.dump_traceback(file, all_threads=False)


def outer(file):
    inner(file)


lines_of(outer)


def twice_the_name_of_a_function_that_is_not_short(file):
    faulthandler.dump_traceback(file)


lines_of(twice_the_name_of_a_function_that_is_not_short)


def at_signal(file):
    faulthandler.register(signal.SIGUSR1, file, all_threads=False)
    os.kill(os.getpid(), signal.SIGUSR1)
    print(faulthandler.unregister(signal.SIGUSR1), faulthandler.unregister(signal.SIGUSR1))


lines_of(at_signal)


def later(file):
    done = threading.Event()
    faulthandler.dump_traceback_later(10, file=file)
    faulthandler.cancel_dump_traceback_later()
    done.wait(0.01)


lines_of(later)
for arguments in ((0,), ("x",), (1, False, -5)):
    try:
        faulthandler.dump_traceback_later(*arguments)
    except Exception as error:
        print(type(error).__name__, error)
with tempfile.TemporaryFile() as file:
    print(faulthandler.is_enabled())
    faulthandler.enable(file)
    print(faulthandler.is_enabled(), faulthandler.disable(), faulthandler.disable(), faulthandler.is_enabled())
