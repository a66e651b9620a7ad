"""What the system tells about itself and its users; time zones."""
import datetime
import grp
import os
import pwd
import resource
import time


def zone(name):
    os.environ["TZ"] = name
    time.tzset()
    moment = time.localtime(1_720_000_000)
    print(name, time.tzname, time.timezone, time.altzone, time.daylight, moment.tm_hour, moment.tm_zone, moment.tm_gmtoff)
    print(time.mktime(moment), time.mktime((2024, 1, 15, 12, 0, 0, 0, 0, -1)), time.strftime("%Z %z %H", moment))
    winter = datetime.datetime(2024, 1, 15, 12, tzinfo=datetime.timezone.utc)
    print(winter.astimezone(), datetime.datetime.fromtimestamp(1_720_000_000))


def lookup(function, key):
    try:
        print(function(key)[0])
    except (KeyError, TypeError) as e:
        print(type(e).__name__, e)


zone("CET-1CEST,M3.5.0,M10.5.0/3")
zone("EST+05EDT,M3.2.0,M11.1.0")
zone("UTC")
lookup(pwd.getpwuid, 0)
lookup(pwd.getpwnam, "no such user")
lookup(grp.getgrgid, 0)
lookup(grp.getgrnam, 7)
print(os.sysconf("SC_PAGESIZE"), os.confstr("CS_PATH"), os.pathconf("/", "PC_NAME_MAX"), os.statvfs("/").f_namemax)
print(len(os.getresuid()), os.getpgid(0) == os.getpgrp(), os.getpriority(os.PRIO_PROCESS, 0) in range(-20, 20))
print(os.sched_getaffinity(0) <= set(range(4096)), os.sched_get_priority_max(os.SCHED_FIFO), len(os.getloadavg()))
print(resource.getrlimit(resource.RLIMIT_NOFILE)[0] > 0, resource.getrusage(resource.RUSAGE_SELF).ru_maxrss > 0)
print(os.major(os.makedev(8, 3)), os.minor(os.makedev(8, 3)), os.WIFSIGNALED(9), os.waitstatus_to_exitcode(256))
