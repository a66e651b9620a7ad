"""Calls of the operating system on files: by descriptor, relative to a folder, and what is known of them."""
import errno
import fcntl
import mmap
import os
import stat


def fails(function, *args, **kwargs):
    try:
        function(*args, **kwargs)
    except (OSError, TypeError, ValueError, OverflowError) as e:
        print(type(e).__name__, e)


def by_descriptor():
    fd = os.open("data", os.O_RDWR | os.O_CREAT, 0o640)
    os.write(fd, b"hello world")
    print(os.pread(fd, 5, 6), os.pwrite(fd, b"HE", 0), os.pread(fd, 99, 0), os.lseek(fd, 0, os.SEEK_CUR))
    parts = bytearray(3), bytearray(4)
    print(os.preadv(fd, parts, 1), parts, os.writev(fd, [b"!", b"?"]))
    os.fchmod(fd, 0o600)
    os.utime(fd, ns=(5, 1_000_000_007))
    status = os.stat(fd)
    print(oct(status.st_mode), status.st_size, status.st_mtime_ns, stat.filemode(status.st_mode))
    print(os.get_inheritable(fd), os.get_blocking(fd), fcntl.fcntl(fd, fcntl.F_GETFL) & os.O_ACCMODE)
    print(fcntl.flock(fd, fcntl.LOCK_EX), fcntl.lockf(fd, fcntl.LOCK_EX), os.lockf(fd, os.F_TEST, 0))
    with mmap.mmap(fd, 0) as shared, mmap.mmap(fd, 0, access=mmap.ACCESS_COPY) as private:
        shared[0:2], private[0] = b"JE", 65
        print(shared.find(b"o"), shared.readline(), private[:3], os.pread(fd, 3, 0), len(shared))
    os.close(fd)
    fails(os.pread, fd, 1, 0)


def relative_to_a_folder():
    os.mkdir("folder")
    folder = os.open("folder", os.O_RDONLY | os.O_DIRECTORY)
    os.mkdir("inner", dir_fd=folder)
    os.symlink("../data", "link", dir_fd=folder)
    os.mkfifo("pipe", dir_fd=folder)
    os.close(os.open("file", os.O_CREAT | os.O_WRONLY, dir_fd=folder))
    os.rename("file", "renamed", src_dir_fd=folder, dst_dir_fd=folder)
    print(sorted(os.listdir(folder)), os.readlink("link", dir_fd=folder), os.access("nothing", os.F_OK, dir_fd=folder))
    with os.scandir("folder") as entries:
        for e in sorted(entries, key=lambda e: e.name):
            print(e, e.path, e.is_dir(), e.is_file(), e.is_symlink(), e.inode() == os.lstat(e.path).st_ino)
    for top, names, files, _ in os.fwalk("folder"):
        print(top, names, sorted(files))
    os.chown("link", -1, -1, dir_fd=folder, follow_symlinks=False)
    os.unlink("pipe", dir_fd=folder)
    os.close(folder)
    print(os.stat in os.supports_dir_fd, os.chdir in os.supports_fd)


def without_a_name():
    anonymous = mmap.mmap(-1, 10)
    print(anonymous.write(b"abc"), anonymous[:5], anonymous.tell(), bytes(memoryview(anonymous)[1:3]))
    counter = os.eventfd(3)
    os.eventfd_write(counter, 4)
    print(os.eventfd_read(counter))
    memory = os.memfd_create("name")
    print(os.write(memory, b"xyz"), os.pread(memory, 9, 1))
    end, other = os.pipe2(os.O_NONBLOCK | os.O_CLOEXEC)
    try:
        os.read(end, 1)
    except BlockingIOError as e:
        print(e.errno == errno.EAGAIN)
    for fd in (counter, memory, end, other):
        os.close(fd)


def refusals():
    fails(os.chown, "nothing", 0, 0)
    fails(os.chown, "data", "root", 0)
    fails(os.chown, 1.5, 0, 0)
    fails(os.utime, "data", (1, 2), ns=(1, 2))
    fails(os.sysconf, "SC_NOTHING")
    fails(os.getxattr, "data", "user.nothing\0")
    fails(mmap.mmap, -1, 0)
    fails(os.stat, "x", dir_fd="y")


by_descriptor()
relative_to_a_folder()
without_a_name()
refusals()
