import atexit


def say(*args, **kw):
    print("bye", args, kw)


@atexit.register
def first():
    print("first registered, last run")


print(atexit._ncallbacks())
print(atexit.register(say, 1, x=2) is say)
atexit.register(say, "gone")
atexit.unregister(len)
try:
    atexit.register()
except TypeError as e:
    print(e)
try:
    atexit.register(5)
except TypeError as e:
    print(e)


atexit.register(print, "to be unregistered")
atexit.unregister(print)


def registers():
    for i in range(2):
        print("loop", i)


atexit.register(registers)
print("main ends")
atexit._run_exitfuncs()
print(atexit._ncallbacks())
atexit.register(say)
atexit._clear()
