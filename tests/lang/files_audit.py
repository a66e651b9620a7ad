"""Audit hooks: what they are told of, in which order, and what they can prevent."""
import gc
import io
import marshal
import os
import pickle
import sys
import threading
import time

told = []
refused = set()


def shown(value):
    if isinstance(value, tuple):
        return "(" + ", ".join([shown(item) for item in value]) + ")"
    if value is None or isinstance(value, (str, bytes, int)):
        return repr(value)
    return f"<{type(value).__name__}>"


def hook(event, args):
    if listening:
        # The format of stored values is each interpreter's own.
        told.append(event if event.startswith("marshal.") else f"{event} {shown(args)}")
        if event in refused:
            raise ValueError(f"no {event}")


listening = False
sys.audit("before.any", 1)
sys.addaudithook(hook)


def tell(title, function):
    global listening
    listening = True
    try:
        result = function()
        ended = None
    except Exception as error:
        ended = f"{type(error).__name__}: {error}"
    listening = False
    print(title, *told, sep="\n    ")
    if ended is not None:
        print("   !", ended)
    told.clear()


class A:
    pass


class B:
    pass


def function(x=1):
    return x


def set_parts():
    function.__defaults__ = (2,)
    function.__kwdefaults__ = None
    del function.__defaults__
    function.__name__ = "f"
    B.__name__ = "C"
    B.__qualname__ = "C"
    B.__doc__ = "C"
    A().__class__ = B
    B.attribute = 1


def files():
    with open("a.txt", "w") as file:
        file.write("text")
    with open(b"a.txt", "rb") as file:
        file.read()
    os.close(os.open("a.txt", os.O_RDONLY))
    io.FileIO("a.txt").close()
    os.mkdir("folder")
    os.rename("a.txt", "folder/b.txt")
    os.chmod("folder/b.txt", 0o600)
    os.truncate("folder/b.txt", 2)
    os.symlink("b.txt", "folder/c.txt")
    os.listdir("folder")
    os.scandir().close()
    os.remove("folder/c.txt")
    os.unlink("folder/b.txt")
    os.rmdir("folder")
    os.utime(".", ns=(1, 2))
    os.putenv("A", "B")


def stored():
    marshal.loads(marshal.dumps((1, "a")))
    pickle.loads(pickle.dumps(A))
    pickle.loads(pickle.dumps([1]))


def run():
    exec("x = 1", {})
    exec(b"x = 1", {})
    compile("1", "name", "eval")
    exec(code, {})


def thread():
    started = threading.Thread(target=len, args=("",))
    started.start()
    started.join()


def frames():
    sys._getframe()
    sys._getframemodulename(1)
    sys.set_asyncgen_hooks(None)
    gc.get_referents(A)
    time.sleep(0)


def two():
    sys.addaudithook(lambda event, args: told.append(f"second {event}") if listening else None)
    sys.audit("own.event", 1, "two")


code = compile("1", "<code>", "exec")
tell("program", lambda: sys.audit("own.event", 1, "two"))
tell("wrong", lambda: sys.audit(1))
tell("run", run)
tell("parts", set_parts)
tell("files", files)
tell("stored", stored)
tell("thread", thread)
tell("frames", frames)

# What raises prevents.
refused.add("open")
tell("refused", lambda: open("new.txt", "w"))
print(os.listdir("."))
refused.add("exec")
tell("refused", lambda: exec("print('never')"))
refused.add("sys.addaudithook")
tell("no second", two)
refused.clear()
tell("second", two)
