"""Times small operations of language and library: those of operations.txt, or the kinds and names that are given.

    python3 run.py [--list FILE] [SCALE [KIND or NAME ...]]        SCALE multiplies how long each is repeated

Prints a line for each: its name and the nanoseconds that one takes, the least of three.
"""
import os
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
AIM = 0.006  # seconds that one measurement takes at scale 1


def operations(name):
    """Yield kind, name, setup and statement of each line of a list in this folder."""
    kind = shared = ""
    with open(os.path.join(HERE, name), encoding="utf-8") as lines:
        for line in lines:
            line = line.strip()
            if line.startswith("["):
                kind, _, shared = line[1:].partition("]")
                shared = shared.strip()
            elif line and not line.startswith("#"):
                name, setup, statement = (part.strip() for part in split(line))
                yield kind, name, setup or shared, statement


def split(line):
    """Part a line at the first two bars that stand between spaces."""
    name, rest = line.split(" | ", 1)
    if rest.startswith("| "):
        return name, "", rest[2:]
    # A setup holds no bar but in what `|` means for sets, which only statements use.
    setup, statement = rest.split(" | ", 1)
    return name, setup, statement


def text(part, indent):
    """Give the lines of a setup or statement, indented."""
    return "".join(f"{indent}{line}\n" for line in part.replace("\\\\", "\0").replace("\\n", "\n").replace("\0", "\\").split("\n"))


def timer(setup, statement):
    """Give a function that runs the statement a number of times and returns the seconds."""
    source = (f"def timed(_count, _clock):\n{text(setup, '    ') if setup else ''}    _start = _clock()\n"
              f"    for _ in range(_count):\n{text(statement, '        ')}    return _clock() - _start\n")
    names = {}
    exec(compile(source, "<operation>", "exec"), names)
    return names["timed"]


def measure(timed, aim):
    """Return the least nanoseconds for one, of three measurements that take as long as the aim."""
    count, clock = 1, time.process_time
    # Something rare, like a collection, may take most of one measurement.
    seconds = min(timed(count, clock), timed(count, clock))
    while seconds < aim / 2 and count < 1 << 24:
        count *= 2 if seconds > aim / 20 else 10
        seconds = timed(count, clock)
        if seconds >= aim / 2:
            seconds = min(seconds, timed(count, clock))
    return min(seconds, timed(count, clock), timed(count, clock)) / count * 1e9


def main():
    given, name = sys.argv[1:], "operations.txt"
    if given == ["--list"]:
        sys.exit("run.py: --list needs the name of a file in this folder")
    if given[:1] == ["--list"]:
        name, given = given[1], given[2:]
    scale = float(given[0]) if given else 1.0
    chosen = given[1:]
    started, done = time.process_time(), 0
    for kind, name, setup, statement in operations(name):
        if chosen and kind not in chosen and name not in chosen:
            continue
        try:
            nanoseconds = measure(timer(setup, statement), AIM * scale)
        except Exception as error:
            print(f"failed {name}: {type(error).__name__}: {error}", flush=True)
            continue
        done += 1
        print(f"operation {name}: {nanoseconds:.1f}", flush=True)
    print("checksum:", done)
    print(f"body: {time.process_time() - started:.6f}")


if __name__ == "__main__":
    main()
