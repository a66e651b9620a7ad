"""The Python behind `locks`: `overview` lists the locks that the program's variables lead to, `watched` says what of a
lock is to be followed, `state` what it is like now, and `task` who runs. A lock is anything that threads, or tasks of
asyncio, wait for each other with."""

import sys

import _thread

# Objects that are looked at, and items of one container.
_OBJECTS, _ITEMS = 50_000, 2_000
_RECORD_IDENT, _RECORD_WAITS_FOR, _RECORD_SINCE = 0, 10, 13
_PLAIN = {int, float, complex, bool, str, bytes, bytearray, range, slice, type(None), type(...), type(NotImplemented)}
_function, _module = type(lambda: None), type(sys)
_own_dict = type.__dict__["__dict__"].__get__


class _OfTasks:
    """A kind of lock of asyncio."""

    def __init__(self, decide, value, waited_for=lambda thing: [(thing, "")], below=lambda thing: thing):
        # The names of the attributes that decide, of the object that `below` gives, and what they mean.
        self.decide, self.below, self.value = decide, below, value
        # What has the futures that tasks await, and what for.
        self.waited_for = waited_for


def _is_locked(thing):
    return "locked" if thing.locked() else "unlocked"


def _arrived(thing):
    if thing._state.value == "draining":
        return "all have arrived"
    return "broken" if thing.broken else _count(thing)


def _count(barrier):
    return f"{barrier._count} of {barrier._parties} have arrived"


_OF_TASKS = {
    "asyncio.Lock": _OfTasks(["_locked"], _is_locked),
    "asyncio.Condition": _OfTasks(["_locked"], _is_locked, below=lambda condition: condition._lock,
                                  waited_for=lambda condition: [(condition._lock, ""), (condition, " for a notification")]),
    "asyncio.Semaphore": _OfTasks(["_value"], lambda semaphore: f"value {semaphore._value}"),
    "asyncio.Event": _OfTasks(["_value"], lambda event: "set" if event._value else "not set"),
    "asyncio.Barrier": _OfTasks(["_count", "_state"], _arrived, lambda barrier: [(barrier._cond, "")]),
}


def _classes():
    """The classes of locks with their names."""
    found = [(_thread.lock, "Lock"), (_thread.RLock, "RLock")]
    threading = sys.modules.get("threading")
    for name in "Condition", "Semaphore", "Event", "Barrier":
        if threading is not None and hasattr(threading, name):
            found.append((getattr(threading, name), name))
    of_tasks = sys.modules.get("asyncio.locks")
    for kind in _OF_TASKS:
        name = kind.removeprefix("asyncio.")
        if of_tasks is not None and hasattr(of_tasks, name):
            found.append((getattr(of_tasks, name), kind))
    return found


def _kind(thing):
    """What kind of a lock it is; None if it is none."""
    return next((name for cls, name in _classes() if cls in type(thing).__mro__), None)


def _parts(thing, kind):
    """What decides about a lock, the lock below it, and who waits for a notification."""
    if kind in ("Lock", "RLock"):
        return [(thing, "_held"), (thing, "_taken")] + [(thing, "_depth")] * (kind == "RLock"), thing, ()
    if kind == "Condition":
        return [(thing._lock, "_held"), (thing._lock, "_taken")], thing._lock, thing._waiters
    if kind == "Semaphore":
        return [(thing, "_value")], None, thing._cond._waiters
    if kind == "Event":
        return [(thing, "_flag")], None, thing._cond._waiters
    if kind in _OF_TASKS:
        below = _OF_TASKS[kind].below(thing)
        return [(below, name) for name in _OF_TASKS[kind].decide], None, ()
    return [(thing, "_count"), (thing, "_state")], None, thing._cond._waiters


def _is_users(path):
    return type(path) is str and not path.startswith(("/ttd-py/", "<ttd ")) and "-packages/" not in path


def _inside(path, thing, users):
    """Names and values of what an object holds."""
    cls = type(thing)
    if cls is dict:
        for key, value in list(thing.items())[:_ITEMS]:
            yield f"{path}[{key!r}]" if type(key) in _PLAIN else f"{path}[...]", value
    elif cls in (list, tuple) or cls.__module__ == "collections" and cls.__name__ == "deque":
        for at, value in zip(range(_ITEMS), thing):
            yield f"{path}[{at}]", value
    elif cls is set or cls is frozenset:
        for value in list(thing)[:_ITEMS]:
            yield f"one of {path}", value
    elif cls is _function:
        for name, cell in zip(thing.__code__.co_freevars, thing.__closure__ or ()):
            try:
                yield f"{name} of {path}()", cell.cell_contents
            except ValueError:
                pass
    elif type in cls.__mro__:
        if thing.__module__ in users:
            yield from ((f"{path}.{name}", value) for name, value in list(_own_dict(thing).items()))
    elif cls is not _module:
        yield from _attributes(path, thing, users)


def _attributes(path, thing, users):
    """The attributes of an instance; of the library's classes only the public ones."""
    held = {}
    for cls in type(thing).__mro__:
        slots = _own_dict(cls).get("__slots__", ())
        for name in (slots,) if type(slots) is str else slots:
            try:
                held[name] = object.__getattribute__(thing, name)
            except (AttributeError, TypeError):
                pass
    try:
        held.update(object.__getattribute__(thing, "__dict__"))
    except (AttributeError, TypeError):
        pass
    ours = type(thing).__module__ in users and all(cls.__module__ != "threading" for cls in type(thing).__mro__)
    for name, value in held.items():
        if type(name) is str and (ours or not name.startswith("_")):
            yield f"{path}.{name}", value


def _walk(roots, users, seen, found):
    """Looks through what names lead to, the shortest names first, and notes the locks."""
    pending = list(roots)
    for path, suffix, thing in pending:
        if type(thing) in _PLAIN or id(thing) in seen or len(seen) > _OBJECTS:
            continue
        seen[id(thing)] = thing
        kind = _kind(thing)
        if kind is not None:
            found.append((kind, path + suffix, thing))
        else:
            pending += ((name, suffix, value) for name, value in _inside(path, thing, users))


def _frames():
    """The frames of all threads but those of this question."""
    frame = sys._getframe()
    while frame.f_globals is globals():
        frame = frame.f_back
    # A function and the expression that calls it.
    current = dict(sys._current_frames())
    current[_thread.get_ident()] = frame.f_back and frame.f_back.f_back
    for frame in current.values():
        while frame is not None:
            if _is_users(frame.f_code.co_filename):
                yield frame
            frame = frame.f_back


def _modules():
    """The program's modules: names and namespaces."""
    for name, module in list(sys.modules.items()):
        if _module in type(module).__mro__:
            names = object.__getattribute__(module, "__dict__")
            if name == "__main__" or _is_users(names.get("__file__")):
                yield name, names


def _all():
    """Kind, name and object of each lock."""
    modules = sorted(_modules(), key=lambda entry: entry[0] != "__main__")
    users = {name for name, _ in modules}
    seen, found = {}, []
    prefix = {name: "" if name == "__main__" else f"{name}." for name in users}
    roots = [(prefix[module] + str(name), "", value) for module, names in modules for name, value in list(names.items())
             if name != "__builtins__"]
    _walk(roots, users, seen, found)
    for frame in _frames():
        roots = [(name, f" in {frame.f_code.co_name}()", value) for name, value in list(frame.f_locals.items())]
        if frame.f_code.co_name != "<module>":
            _walk(roots, users, seen, found)
    inner = {id(waiting) for kind, _, thing in found for waiting in _parts(thing, kind)[2]}
    for record in _thread._ttd_threads.records():
        thing = record[_RECORD_WAITS_FOR]
        if id(thing) not in seen and id(thing) not in inner and _kind(thing) is not None:
            seen[id(thing)] = thing
            found.append((_kind(thing), f"{_kind(thing)} without a name", thing))
    return found


def _waiting_tasks(thing, kind):
    """The tasks that wait, and what for, in the order of their turns."""
    awaited = {id(task._fut_waiter): task for task in _alive() if task._fut_waiter is not None}
    # What nobody awaits belongs to the task that is about to, or has just gone on.
    running = _runs_here()
    for owner, what in _OF_TASKS[kind].waited_for(thing):
        for future in owner._waiters or ():
            task = awaited.get(id(future), running)
            if task is not None:
                yield task, what


def _runs_here():
    """The task that runs in this thread, or None."""
    return next((task for task in _running() if task.get_loop()._thread_id == _thread.get_ident()), None)


def task():
    """The name of the task that runs in this thread, or nothing."""
    running = _runs_here()
    return running.get_name() if running else ""


def _waiting(thing, kind):
    """Records of the threads that wait, and what for."""
    _, below, notified = _parts(thing, kind)
    # Outside the lock's own list nobody waits for it.
    found = [(record, "") for record in getattr(below, "_waiters", None) or ()]
    what = " for a notification" if kind == "Condition" else ""
    for waiter in list(notified):
        found += [(record, what) for record in getattr(waiter, "_waiters", None) or ()]
    return found


def _value(thing, kind):
    """What it is like apart from its holder."""
    if kind == "Semaphore":
        return f"value {thing._value}"
    if kind == "Event":
        return "set" if thing._flag else "not set"
    if kind == "Barrier":
        return "broken" if thing._state < 0 else _count(thing)
    if kind in _OF_TASKS:
        return _OF_TASKS[kind].value(thing)
    return ""


def state(thing):
    """A line with what a lock is like now, in parts between tabs: its kind, its holder's number and name, how often that
    has it, how often it was taken, its value, and number, name, time (of a thread) and purpose of each that waits."""
    kind = _kind(thing)
    if kind is None:
        return ""
    below = _parts(thing, kind)[1]
    held, depth, taken = (getattr(below, name, 0) for name in ("_held", "_depth", "_taken"))
    parts = [kind, held, _thread._name_of(abs(held)) if held else "", depth, taken, _value(thing, kind)]
    if kind in _OF_TASKS:
        for task, what in _waiting_tasks(thing, kind):
            parts += [id(task), task.get_name(), "", what]
        return "\t".join(map(str, parts))
    for record, what in _waiting(thing, kind):
        parts += [record[_RECORD_IDENT], _thread._name_of(record[_RECORD_IDENT]), record[_RECORD_SINCE], what]
    return "\t".join(map(str, parts))


def watched(thing):
    """The attributes that change when something happens to a lock: address and name."""
    kind = _kind(thing)
    if kind is None:
        return ""
    attributes, below, _ = _parts(thing, kind)
    if kind in _OF_TASKS:
        attributes = attributes + [(owner, "_waiters") for owner, _ in _OF_TASKS[kind].waited_for(thing)]
        return "\n".join(f"{id(owner)}\t{name}" for owner, name in attributes)
    if below is not None:
        attributes = attributes + [(below, "_waiters")]
    if kind != "Lock" and kind != "RLock":
        attributes = attributes + [(thing if kind == "Condition" else thing._cond, "_waiters")]
    return "\n".join(f"{id(owner)}\t{name}" for owner, name in attributes)


def overview():
    """For each lock a line: name, addresses and attributes that decide about it, and its state."""
    lines = []
    for kind, name, thing in _all():
        decides = ",".join(f"{id(owner)}.{attribute}" for owner, attribute in _parts(thing, kind)[0])
        lines.append(f"{name}\t{decides}\t{state(thing)}")
    return "\n".join(lines)
