"""Times what programs do with small and with large containers, texts and files, to find what grows faster than it should.

    python3 run.py SIZE COUNT [NAME ...]                     prints a line for each case: its name and microseconds
    python3 run.py --compare TTD_PY [--mode odb] [NAME ...]  runs both sizes here and there, and prints what is slow

A case whose ratio is much larger with the large size than with the small one has another complexity.
"""
import os
import subprocess
import sys
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SIZES = (1000, 4000), (50000, 4000)
SLOW = 1.7


def cases():
    """Yield name, setup and statement of each line."""
    with open(os.path.join(HERE, "growth.txt"), encoding="utf-8") as lines:
        for line in lines:
            line = line.rstrip("\n")
            if line and line[0] not in "#[":
                name, rest = line.split(" | ", 1)
                setup, statement = rest.split(" | ", 1) if not rest.startswith("| ") else ("", rest[2:])
                yield name, setup.strip(" "), statement


def lines_of(part):
    """Give the indented lines of a setup or statement."""
    part = part.replace("\\\\", "\0").replace("\\n", "\n").replace("\0", "\\")
    return "".join(f"    {line}\n" for line in part.split("\n"))


def timer(setup, statement):
    """Give a function of size, count and clock that runs the statement once and returns the seconds."""
    source = f"def timed(N, K, _clock):\n{lines_of(setup)}    _start = _clock()\n{lines_of(statement)}    return _clock() - _start\n"
    names = {}
    exec(compile(source, "<case>", "exec"), names)
    return names["timed"]


def measure(size, count, chosen):
    for name, setup, statement in cases():
        if chosen and name not in chosen:
            continue
        try:
            timed = timer(setup, statement)
            seconds = min(timed(size, count, time.process_time) for _ in range(2))
            print(name, f"{seconds * 1e6:.1f}", flush=True)
        except Exception as error:
            print("failed", name, type(error).__name__, error, flush=True)


def figures(command, size, count, chosen):
    """Run the cases in another interpreter; give the microseconds by name."""
    command = command + [os.path.join(HERE, "run.py"), str(size), str(count)] + chosen
    done = subprocess.run(command, capture_output=True, text=True, input="continue\nquit\n")
    found = {}
    for line in done.stdout.split("\n"):
        words = line.split()[-2:]
        if "failed" in line:
            print(command[0], line)
        elif len(words) == 2 and words[1].replace(".", "").isdigit():
            found[words[0]] = float(words[1])
    return found


def compare(ttd, mode, chosen):
    ours = [ttd] + (["-m", mode] if mode else [])
    results = [(figures([sys.executable], *size, chosen), figures(ours, *size, chosen)) for size in SIZES]
    rows = []
    for name in results[0][0]:
        try:
            small, large = (there[name] / max(here[name], 1) for here, there in results)
            rows.append((large, small, name, results[1][0][name], results[1][1][name]))
        except KeyError:
            print("missing", name)
    for large, small, name, here, there in sorted(rows, reverse=True):
        if max(large, small) > SLOW:
            print(f"{name:<18} small {small:7.2f}  large {large:8.2f}  {here:10.0f} us  {there:10.0f} us")


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--compare"] and len(arguments) > 1:
        ttd, chosen = arguments[1], arguments[2:]
        mode = chosen[1] if chosen[:1] == ["--mode"] else None
        compare(ttd, mode, chosen[2:] if mode else chosen)
    elif len(arguments) > 1 and all(a.isdigit() for a in arguments[:2]):
        measure(int(arguments[0]), int(arguments[1]), arguments[2:])
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
