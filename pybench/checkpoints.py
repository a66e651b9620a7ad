#!/usr/bin/env python3
"""What checkpoints cost on heaps of different sizes, ours and those made by fork().

    python3 pybench/checkpoints.py --ttd target/release/ttd-py [--megabytes 10 100 1000] [--every 1000000]
                                   [--steps 10000000] [--windows 1000 0] [--rounds 3]

Every round runs `history/heap.py` counting, with checkpoints every so many events, and with as many `fork()`s in their
place (the newest 16 children live, as a debugger would keep them). A checkpoint's cost is what making it takes (the
median over all of a run) and what it makes the program slower afterwards: the first write to each object, or to each
page. `slower` is the time of the program's body as a multiple of counting alone, the median over the rounds.
"""
import argparse
import os
import re
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
PROGRAM = os.path.join(HERE, "history", "heap.py")


def run(ttd, options, megabytes, steps, window):
    """(seconds of the body, the statistics by name)."""
    done = subprocess.run([ttd, "-X", "stats", *options, PROGRAM, str(megabytes), str(steps),
                           str(window)],
                          capture_output=True, text=True)
    body = re.search(r"^body: ([\d.]+)$", done.stdout, re.M)
    if done.returncode != 0 or body is None:
        sys.exit(f"{PROGRAM} {megabytes}: exit status {done.returncode}\n{done.stderr[-500:]}")
    figures = dict(re.findall(r"^(.+) (\d+)$", done.stderr, re.M))
    return float(body[1]), {name: int(value) for name, value in figures.items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--ttd", required=True)
    parser.add_argument("--megabytes", type=int, nargs="+", default=[10, 100, 1000])
    parser.add_argument("--every", type=int, default=1_000_000, help="events between two checkpoints")
    parser.add_argument("--steps", type=int, default=10_000_000)
    parser.add_argument("--windows", type=int, nargs="+", default=[1000, 0], help="rows worked on at a time; 0: all")
    parser.add_argument("--rounds", type=int, default=3)
    args = parser.parse_args()
    kinds = {
        "counting": ["-X", "count"],
        "ours": ["-X", f"checkpoints={args.every}"],
        "fork": ["-X", f"forks={args.every}"],
    }
    print(f"{'MB':>6} {'window':>7} {'kind':<9} {'checkpoints':>11} {'making one, µs':>15} {'body, s':>9} {'slower':>7} "
          f"{'history, MB':>12}")
    for window in args.windows:
        for megabytes in args.megabytes:
            compare(args, kinds, megabytes, window)


def compare(args, kinds, megabytes, window):
    """Measures all kinds in turns and prints a line for each."""
    bodies = {kind: [] for kind in kinds}
    costs = {kind: [] for kind in kinds}
    figures = {}
    for _ in range(args.rounds):
        for kind, options in kinds.items():
            seconds, figures[kind] = run(args.ttd, options, megabytes, args.steps, window)
            bodies[kind].append(seconds)
            costs[kind].append(figures[kind]["median ns of a checkpoint"])
    base = statistics.median(bodies["counting"])
    for kind in kinds:
        body, one = statistics.median(bodies[kind]), figures[kind]
        print(f"{megabytes:>6} {window or 'all':>7} {kind:<9} {one['checkpoints']:>11} "
              f"{statistics.median(costs[kind]) / 1000:>15.2f} {body:>9.3f} {body / base:>7.2f} "
              f"{one['history bytes'] / 1e6:>12.1f}", flush=True)


if __name__ == "__main__":
    main()
