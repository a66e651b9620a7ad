"""The Python behind `tasks`: the tasks of asyncio that are not done, as a tree of who awaits whom."""

import sys

import _thread


def _is_users(path):
    return not path.startswith(("/ttd-py/", "<ttd "))


def _place(asyncio, task, runs):
    """File, line and function of the innermost frame of the program's code; nothing for where the program stands."""
    if runs:
        thread = task.get_loop()._thread_id
        frames, frame = [], None if thread == _thread.get_ident() else sys._current_frames().get(thread)
        while frame is not None:
            frames.append(frame)
            frame = frame.f_back
    else:
        graph = asyncio.capture_call_graph(task)
        frames = [entry.frame for entry in graph.call_stack] if graph else []
    for frame in frames:
        if _is_users(frame.f_code.co_filename):
            return frame.f_code.co_filename, frame.f_lineno, frame.f_code.co_name
    return "", 0, ""


def _awaiting(asyncio, task):
    """The tasks that await this one, also through other futures."""
    graph = asyncio.capture_call_graph(task)
    pending, found, seen = list(graph.awaited_by) if graph else [], [], set()
    for waiting in pending:
        if id(waiting.future) in seen:
            continue
        seen.add(id(waiting.future))
        if isinstance(waiting.future, asyncio.Task):
            found.append(waiting.future)
        else:
            pending += waiting.awaited_by
    return found


def tasks():
    """Lines of depth, state, name, coroutine, file, line and function, separated by tabs."""
    asyncio = sys.modules.get("asyncio")
    if asyncio is None or not hasattr(asyncio, "capture_call_graph"):
        return ""
    alive, running = _alive(), {id(task) for task in _running()}
    children, roots = {}, []
    for task in alive:
        parents = _awaiting(asyncio, task)
        for parent in parents:
            children.setdefault(id(parent), []).append(task)
        if not parents:
            roots.append(task)
    lines, shown = [], set()

    def show(task, depth):
        again = id(task) in shown
        shown.add(id(task))
        runs = id(task) in running
        state = "runs" if runs else "waits" if task._fut_waiter is not None else "could run"
        coroutine = getattr(task.get_coro(), "__qualname__", type(task.get_coro()).__name__)
        place = _place(asyncio, task, runs)
        lines.append("\t".join(map(str, (depth, state, task.get_name(), coroutine, *place))))
        if not again:
            for child in children.get(id(task), ()):
                show(child, depth + 1)

    for task in roots:
        show(task, 0)
    # Tasks that await each other in a circle.
    for task in alive:
        if id(task) not in shown:
            show(task, 0)
    return "\n".join(lines)
