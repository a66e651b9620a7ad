"""The tasks of asyncio, for the scripts that this stands before."""

import sys


def _alive():
    """The tasks that are not done, in the order in which they were made; none without asyncio."""
    module, natives = sys.modules.get("asyncio.tasks"), sys.modules.get("_asyncio")
    if module is None or natives is None:
        return []
    others = [*module._scheduled_tasks, *module._eager_tasks, *natives._scheduled_tasks, *natives._eager_tasks]
    known = {id(task): task for task in [*natives._native_tasks(None), *others] if not task.done()}
    return [known[number] for number in sorted(known)]


def _running():
    """The tasks that run, of each event loop one."""
    module, natives = sys.modules.get("asyncio.tasks"), sys.modules.get("_asyncio")
    if module is None or natives is None:
        return []
    return [task for task in [*natives._running_tasks(), *module._current_tasks.values()] if task is not None]


