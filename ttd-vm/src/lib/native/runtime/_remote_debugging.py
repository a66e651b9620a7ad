"""`_remote_debugging`: reading the stack of another process. The library imports it for its tools."""

import _core

_make = _core.namespace()["make_struct"]
PROCESS_VM_READV_SUPPORTED = False
FrameInfo = _make("_remote_debugging", "FrameInfo", ("filename", "lineno", "funcname"), 3,
                  "Information about a frame")
CoroInfo = _make("_remote_debugging", "CoroInfo", ("call_stack", "task_name"), 2, "Information about a coroutine")
TaskInfo = _make("_remote_debugging", "TaskInfo", ("task_id", "task_name", "coroutine_stack", "awaited_by"), 4,
                 "Information about an asyncio task")
ThreadInfo = _make("_remote_debugging", "ThreadInfo", ("thread_id", "frame_info"), 2, "Information about a thread")
AwaitedInfo = _make("_remote_debugging", "AwaitedInfo", ("thread_id", "awaited_by"), 2,
                    "Information about what a thread's tasks wait for")


class RemoteUnwinder:
    """Reads the stacks of another process: not supported."""

    def __init__(self, pid, *, all_threads=False, only_active_thread=False, debug=False):
        raise NotImplementedError("reading the stack of another process is not supported by ttd-py yet")
