import contextvars
import sys
import threading

sys.setswitchinterval(1e-6)
local = threading.local()
local.x = "main"
seen = {}


def use(n):
    seen[n, "before"] = hasattr(local, "x")
    local.x = n
    for _ in range(3):
        local.x += 1
    seen[n, "after"] = local.x, vars(local)


threads = [threading.Thread(target=use, args=(n,)) for n in (10, 20)]
for t in threads:
    t.start()
for t in threads:
    t.join()
print(sorted(seen.items()), local.x)


class Mine(threading.local):
    kind = "class"
    made = []

    def __init__(self, start):
        self.values = [start]
        self.made.append(threading.current_thread().name)


mine = Mine(5)
mine.values.append(6)


def own():
    mine.values.append(7)
    seen["own"] = mine.values, mine.kind
    del mine.values
    seen["gone"] = hasattr(mine, "values")


t = threading.Thread(target=own, name="own")
t.start()
t.join()
print(seen["own"], seen["gone"], mine.values, Mine.made)

var = contextvars.ContextVar("var", default="default")
var.set("main")


def contexts():
    seen["var"] = [var.get()]
    var.set("thread")
    seen["var"].append(contextvars.copy_context().run(var.get))
    seen["var"].append(copied.run(var.get))
    token = var.set("again")
    var.reset(token)
    seen["var"].append(var.get())


copied = contextvars.copy_context()
t = threading.Thread(target=contexts)
t.start()
t.join()
print(seen["var"], var.get())
print(threading.get_ident() == threading.main_thread().ident)
