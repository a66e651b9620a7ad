"""Starting processes, which is not supported."""


def fork_exec(*args):
    raise NotImplementedError("starting a process is not supported by ttd-py yet")
