#!/usr/bin/env python3
"""Times the programs of pybench under CPython and under ttd-py's ways of running, in interleaved rounds.

    python3 pybench/run.py --ttd target/release/ttd-py [--rounds 5] [--scale 0.25] [--programs nbody raytrace ...]
                           [--variants cpython plain ...] [--micro | --further] [--python python3] [--json FILE]

Variants:  cpython      PYTHON script
           plain        TTD script
           counting     TTD -X count script
           checkpoints  TTD -X checkpoints=1000000 script

In every round each program is run once by each variant, one after the other, so that a slow moment of the machine
falls on all of them. The figure is the program's own last line, `body: SECONDS`, which leaves out starting and
compiling. What is printed before it must be the same in all variants and rounds; where it is not, or where a program
fails, that is reported, its figures are left out, and the exit status is 1.

The tables give medians with the distances of the best and the worst round, their ratios to CPython, and the ratios of
plain, counting and checkpoints to each other, with geometric means over the programs for which both sides have a
figure. --scale multiplies the programs' rounds: at 1 each of the five takes about a second under CPython, a micro program (--micro) a third of one.
Without --ttd only CPython is timed.
"""
import argparse
import json
import math
import os
import platform
import statistics
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
VARIANTS = {
    "cpython": lambda args: [args.python],
    "plain": lambda args: [args.ttd],
    "counting": lambda args: [args.ttd, "-X", "count"],
    "checkpoints": lambda args: [args.ttd, "-X", "checkpoints=1000000"],
}
RATIOS = [("plain", "cpython"), ("counting", "cpython"), ("checkpoints", "cpython"),
          ("counting", "plain"), ("checkpoints", "counting"), ("checkpoints", "plain")]


class Failed(Exception):
    """A run that gave no figure."""


def programs(folder):
    path = os.path.join(HERE, folder)
    return {f[:-3]: os.path.join(path, f) for f in sorted(os.listdir(path)) if f.endswith(".py")}


def run(command, script, scale, timeout):
    """(seconds of the body, what the program printed before that)."""
    try:
        done = subprocess.run([*command, script, str(scale)], capture_output=True, text=True, timeout=timeout)
    except subprocess.TimeoutExpired:
        raise Failed(f"took longer than {timeout} s") from None
    except OSError as e:
        raise Failed(f"{command[0]}: {e.strerror}") from None
    if done.returncode != 0:
        last = done.stderr.strip().splitlines()[-1:] or ["nothing on standard error"]
        raise Failed(f"exit status {done.returncode}: {last[0]}")
    printed, _, figure = done.stdout.rstrip("\n").rpartition("\n")
    if not figure.startswith("body: "):
        raise Failed(f"the last line is not a time: {figure!r}")
    return float(figure.removeprefix("body: ")), printed


def measure(chosen, variants, args):
    """({program: {variant: [seconds of each round]}}, [problem])."""
    times = {name: {v: [] for v in variants} for name in chosen}
    printed, problems = {}, {}
    for number in range(args.rounds):
        for name, script in chosen.items():
            for variant in variants:
                if (name, variant) in problems:
                    continue
                try:
                    seconds, text = run(VARIANTS[variant](args), script, args.scale, args.timeout)
                    if text != printed.setdefault(name, text):
                        raise Failed(f"printed {text!r}, not {printed[name]!r}")
                    times[name][variant].append(seconds)
                except Failed as e:
                    problems[name, variant] = f"{name}, {variant}: {e}"
                    times[name][variant] = []
            if sys.stderr.isatty():
                print(f"\rround {number + 1} of {args.rounds}: {name:<20}", end="", file=sys.stderr)
    if sys.stderr.isatty():
        print("\r" + " " * 50 + "\r", end="", file=sys.stderr)
    return times, list(problems.values())


def geometric_mean(values):
    return math.exp(sum(map(math.log, values)) / len(values)) if values else None


def table(title, heads, rows):
    """Prints rows of (name, cell, ...) under the heads; a missing cell is a dash."""
    width = max(len(name) for name, *_ in rows)
    print(f"{title:<{width}}  " + "  ".join(f"{h:>{max(12, len(h))}}" for h in heads))
    for name, *cells in rows:
        print(f"{name:<{width}}  " + "  ".join(f"{c or '-':>{max(12, len(h))}}" for h, c in zip(heads, cells)))
    print()


def report(times, variants):
    """Prints the tables and returns {"medians", "ratios"} for the JSON file."""
    medians = {name: {v: statistics.median(t) for v, t in by.items() if t} for name, by in times.items()}

    def seconds(name, variant):
        ts = times[name][variant]
        if not ts:
            return None
        m = medians[name][variant]
        return f"{m:.3f} {min(ts) / m - 1:+.0%}{max(ts) / m - 1:+.0%}" if len(ts) > 1 else f"{m:.3f}"

    table("seconds", variants, [(name, *(seconds(name, v) for v in variants)) for name in times])
    ratios = {}
    for over, under in RATIOS:
        if over in variants and under in variants:
            by = {n: m[over] / m[under] for n, m in medians.items() if over in m and under in m}
            ratios[f"{over}/{under}"] = {**by, "geometric mean": geometric_mean(list(by.values()))}
    if ratios:
        names = [*times, "geometric mean"]
        table("times", list(ratios), [(n, *(f"{r[n]:.2f}" if r.get(n) else None for r in ratios.values())) for n in names])
    return {"medians": medians, "ratios": ratios}


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--ttd", help="the ttd-py binary")
    parser.add_argument("--python", default="python3", help="the CPython to compare with")
    parser.add_argument("--rounds", type=int, default=5)
    parser.add_argument("--scale", type=float, default=0.25, help="multiplies the rounds of every program")
    parser.add_argument("--programs", nargs="+", metavar="NAME")
    parser.add_argument("--micro", action="store_true", help="the micro programs in place of the five")
    parser.add_argument("--further", action="store_true", help="larger programs of many kinds in place of the five")
    parser.add_argument("--variants", nargs="+", choices=VARIANTS)
    parser.add_argument("--timeout", type=float, default=120, help="seconds after which one run is given up")
    parser.add_argument("--json", metavar="FILE", help="where to write all figures")
    args = parser.parse_args()
    if args.ttd and os.sep in args.ttd:
        args.ttd = os.path.abspath(args.ttd)
    if args.rounds < 1:
        parser.error("at least one round")
    variants = args.variants or (list(VARIANTS) if args.ttd else ["cpython"])
    if not args.ttd and variants != ["cpython"]:
        parser.error("these variants need --ttd")
    folder = "micro" if args.micro else "further" if args.further else "programs"
    known = {**programs("programs"), **programs("micro"), **programs("further")}
    names = args.programs or list(programs(folder))
    for name in names:
        if name not in known:
            parser.error(f"no program {name}; there are {', '.join(known)}")
    return args, variants, {name: known[name] for name in names}


def main():
    args, variants, chosen = arguments()
    times, problems = measure(chosen, variants, args)
    result = report(times, variants)
    for problem in problems:
        print(problem, file=sys.stderr)
    if args.json:
        with open(args.json, "w") as f:
            json.dump({"rounds": args.rounds, "scale": args.scale, "machine": platform.machine(), "cpus": os.cpu_count(),
                       "times": times, **result, "problems": problems}, f, indent=1)
            f.write("\n")
    sys.exit(bool(problems))


if __name__ == "__main__":
    main()
