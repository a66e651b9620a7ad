"""The Python behind `where` in a task: `awaiters` tells which tasks wait for it, and where in the user's code."""

import sys


def awaiters():
    """Lines of task, file, line and function, separated by tabs: the nearest waiting frame first."""
    asyncio = sys.modules.get("asyncio")
    try:
        graph = asyncio.capture_call_graph()
    except (AttributeError, RuntimeError):
        return ""
    lines = []
    pending = list(graph.awaited_by) if graph else []
    while pending:
        waiting = pending.pop(0)
        name = waiting.future.get_name() if hasattr(waiting.future, "get_name") else repr(waiting.future)
        for entry in waiting.call_stack:
            code = entry.frame.f_code
            if not code.co_filename.startswith(("/ttd-py/", "<ttd ")):
                lines.append(f"{name}\t{code.co_filename}\t{entry.frame.f_lineno}\t{code.co_name}")
        pending[:0] = waiting.awaited_by
    return "\n".join(lines)
