# Descriptors that the program closes and gives away, those of the standard streams among them.

import fcntl
import os
import signal
import sys

kept = os.dup(1)
os.close(1)
seen = []
for call in (lambda: os.close(1), lambda: os.write(1, b"x"), lambda: os.fstat(1)):
    try:
        call()
    except OSError as error:
        seen.append(error.strerror)
# The lowest free number is taken.
seen.append(os.open("/dev/null", os.O_WRONLY))
seen.append(os.get_inheritable(1))
seen.append(os.write(1, b"into the void"))
os.dup2(kept, 1)
print(seen, os.get_inheritable(1))

from_pipe, to_pipe = os.pipe()
print(fcntl.fcntl(from_pipe, fcntl.F_GETFD), os.get_inheritable(from_pipe))
fcntl.fcntl(from_pipe, fcntl.F_SETFD, 0)
print(fcntl.fcntl(from_pipe, fcntl.F_GETFD), os.get_inheritable(from_pipe))
os.set_inheritable(from_pipe, False)
print(fcntl.fcntl(from_pipe, fcntl.F_GETFD) & fcntl.FD_CLOEXEC)

# A child without standard output, and one with signals blocked and a scheduler.
shell = "/bin/sh"


def status(*arguments, **options):
    pid = os.posix_spawn(shell, [shell, "-c", *arguments], os.environ, **options)
    return os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])


print(status("echo x 2>/dev/null || exit 3; exit 4", file_actions=[(os.POSIX_SPAWN_CLOSE, 1)]))
print(status("kill -USR1 $$; exit 5", setsigmask=[signal.SIGUSR1]))
print(status("kill -USR1 $$; exit 5") == -signal.SIGUSR1)
print(status("exit 6", scheduler=(os.SCHED_OTHER, os.sched_param(0))), status("exit 7", resetids=True))
for option in ({"setsigmask": [0]}, {"setsigdef": [65]}, {"scheduler": (1, 2, 3)}, {"scheduler": (None, 5)}):
    try:
        status("exit 8", **option)
    except (TypeError, ValueError) as error:
        print(type(error).__name__)

print(os.makedev(-1, -1), os.major(-1), os.minor(-1))
for none in ("before", "after_in_child"):
    try:
        os.register_at_fork(**{none: None})
    except TypeError as error:
        print(error)


# A handler is given the frame that was interrupted.
def interrupted():
    os.kill(os.getpid(), signal.SIGUSR1)


def handler(number, frame):
    print(signal.Signals(number).name, frame.f_code.co_name, frame.f_lineno)


signal.signal(signal.SIGUSR1, handler)
interrupted()
signal.raise_signal(signal.SIGUSR1)
signal.signal(signal.SIGUSR1, signal.SIG_DFL)
os.close(from_pipe)
os.close(to_pipe)
os.close(kept)
