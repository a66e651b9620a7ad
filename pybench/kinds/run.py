"""Times programs of many kinds beside the Python that runs this, and compares what they give.

    python3 run.py --compare TTD_PY [--modes plain,ttd,odb] [NAME ...]   prints a ratio for each program and mode
    python3 run.py NAME ROUNDS                                            runs one, and prints its seconds and result

The programs are the functions of the files beside this one. Each is run often enough to take a tenth of a second.
"""

import importlib
import json
import math
import os
import subprocess
import sys
import time

FILES = "algorithms", "machines", "objects", "flow", "library"
MODES = "plain", "ttd", "odb"
# Seconds that a program takes at least in the Python that runs this.
ENOUGH = 0.1
LIMIT = 200


def programs():
    """Give the functions by name, in the order of the files."""
    found = {}
    for file in FILES:
        module = importlib.import_module(file)
        found.update((name, thing) for name, thing in vars(module).items() if getattr(thing, "__module__", "") == file)
    return found


def measure(name, rounds):
    """Give the seconds of one round, the better of two tries, and what the program returns."""
    program, best = programs()[name], math.inf
    for _ in range(2):
        started = time.process_time()
        for _ in range(rounds):
            result = program()
        best = min(best, (time.process_time() - started) / rounds)
    return best, repr(result)


def figures(command, name, rounds):
    """Run a program in another process; give its seconds and result, or why there are none."""
    command = command + [os.path.abspath(__file__), name, str(rounds)]
    try:
        done = subprocess.run(command, capture_output=True, text=True, input="continue\nquit\n", timeout=LIMIT)
    except subprocess.TimeoutExpired:
        return math.nan, f"more than {LIMIT} s"
    except OSError as error:
        sys.exit(f"run.py: {error}")
    lines = [line for line in done.stdout.split("\n") if "measured: " in line]
    if not lines:
        return math.nan, (done.stderr or done.stdout)[-300:]
    return json.loads(lines[-1].partition("measured: ")[2])


def compare(ttd, modes, chosen):
    """Print the ratios; return whether all results are equal."""
    ratios, equal = {mode: [] for mode in modes}, True
    for name in chosen or programs():
        seconds, result = figures([sys.executable], name, 1)
        rounds = max(1, math.ceil(ENOUGH / seconds))
        seconds, result = figures([sys.executable], name, rounds)
        row = []
        for mode in modes:
            took, given = figures([ttd] + ([] if mode == "plain" else ["-m", mode]), name, rounds)
            if given != result:
                equal = False
                print(f"{name} in {mode}: {given} and not {result}")
            row.append(took / seconds)
            ratios[mode].append(took / seconds)
        print(f"{name:<22}{seconds * 1000:8.1f} ms", *(f"{ratio:8.2f}" for ratio in row), flush=True)
    for mode, all_of_mode in ratios.items():
        known = [ratio for ratio in all_of_mode if ratio == ratio]
        if not known:
            continue
        mean = math.exp(sum(map(math.log, known)) / len(known))
        slow = sum(ratio > 1.3 for ratio in known)
        print(f"{mode:<6} {len(known)} programs: mean {mean:.3f}, worst {max(known):.2f}, {slow} above 1.3")
    return equal


def main():
    arguments = sys.argv[1:]
    if arguments[:1] == ["--compare"] and len(arguments) > 1:
        ttd, chosen = arguments[1], arguments[2:]
        modes = MODES
        if chosen[:1] == ["--modes"] and len(chosen) > 1:
            modes, chosen = chosen[1].split(","), chosen[2:]
        unknown = [name for name in chosen if name not in programs()]
        if unknown:
            sys.exit(f"run.py: there is no program {unknown[0]}")
        sys.exit(not compare(ttd, modes, chosen))
    if len(arguments) == 2 and arguments[0] in programs() and arguments[1].isdigit():
        print("measured: " + json.dumps(measure(arguments[0], int(arguments[1]))))
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main()
