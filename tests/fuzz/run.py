"""Runs the same random scripts under CPython and under ttd-py and reports where their outputs differ.

    python3.13 tests/fuzz/run.py --against python3.13 --ttd target/release/ttd-py --minutes 60 --seed 1

Differences that are meant are listed with their reasons in `permitted.json`. Every other difference is printed, reduced
to the one case (of `methods.py`) or to a small program (of `programs.py`) that shows it, and the exit status is 1.
A run that crashes, hangs or prints a panic is always a difference.
"""

import argparse
import ast
import json
import os
import re
import signal
import subprocess
import sys
import tempfile
import time
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, HERE)

import methods
import programs

ADDRESS = re.compile(r"0x[0-9a-f]{6,16}\b")


class Side:
    """One of the two interpreters."""

    def __init__(self, command, seconds):
        self.command = command.split()
        self.seconds = seconds

    def run(self, path, *args):
        """Runs a script; returns its output, and what is wrong with its end."""
        env = dict(os.environ, PYTHONHASHSEED="0", PYTHONIOENCODING="utf-8", PYTHONWARNINGS="ignore", NO_COLOR="1")
        try:
            done = subprocess.run([*self.command, path, *args], env=env, stdin=subprocess.DEVNULL,
                                  capture_output=True, timeout=self.seconds)
        except subprocess.TimeoutExpired as e:
            return text_of(e.stdout), "runs for too long"
        out, err = text_of(done.stdout), text_of(done.stderr)
        if done.returncode < 0 or done.returncode > 2 or "panicked at" in err:
            return out, f"crashed with status {done.returncode}: {err[-600:]}"
        return out + tail_of(err), None


def text_of(data):
    return ADDRESS.sub("0x...", (data or b"").decode("utf-8", "backslashreplace"))


def tail_of(err):
    """Returns the last line of a traceback: the outcome, without where it was raised."""
    lines = [line for line in err.splitlines() if "Warning: " not in line]
    return f"\nstderr: {lines[-1]}" if lines else ""


class Permitted:
    """The permitted differences."""

    def __init__(self, path):
        with open(path) as f:
            self.rows = [(re.compile(r["source"], re.S), re.compile(r["ours"], re.S), re.compile(r["theirs"], re.S), r["reason"])
                         for r in json.load(f)]
        self.uses = {}

    def __contains__(self, difference):
        source, ours, theirs = difference
        for s, o, t, reason in self.rows:
            if s.search(source) and o.search(ours) and t.search(theirs):
                self.uses[reason] = self.uses.get(reason, 0) + 1
                return True
        return False


def cases_of(side, path, count):
    """Runs a script of cases; returns outcomes by number. A case that stops the interpreter is noted, and the rest run on."""
    found, start = {}, 0
    while start < count:
        out, wrong = side.run(path, str(start))
        last = start - 1
        for line in out.splitlines():
            if m := re.match(r"@(\d+) (.*)", line):
                last = int(m[1])
                found[last] = m[2]
        if wrong is None:
            break
        at = last if not found.get(last, "x") else last + 1
        found[at] = wrong
        start = at + 1
    return found


def compare_methods(args, seed, reference, ours, permitted, folder):
    path = os.path.join(folder, f"methods_{seed}.py")
    with open(path, "w") as f:
        f.write(methods.script(seed, args.count))
    maker = methods.Maker(seed)
    sources = [maker.case() for _ in range(args.count)]
    theirs_all, ours_all = cases_of(reference, path, args.count), cases_of(ours, path, args.count)
    found = []
    for n, source in enumerate(sources):
        theirs, mine = theirs_all.get(n, "nothing"), ours_all.get(n, "nothing")
        if theirs == "runs for too long" or theirs.startswith("crashed"):
            continue
        if theirs != mine and (source, mine, theirs) not in permitted:
            found.append((source, mine, theirs))
    return args.count, found


def compare_program(args, seed, reference, ours, permitted, folder):
    path = os.path.join(folder, f"program_{seed}.py")
    source = programs.program(seed)

    def differs(text):
        with open(path, "w") as f:
            f.write(text)
        theirs, wrong = reference.run(path)
        if wrong:
            return None
        mine, wrong = ours.run(path)
        mine = wrong or mine
        if theirs == mine or (text, mine, theirs) in permitted:
            return None
        return mine, theirs

    outcome = differs(source)
    if outcome is None:
        return 1, []
    small = reduce(source, differs) if args.reduce else source
    mine, theirs = differs(small) or outcome
    return 1, [(small, first_difference(mine, theirs), first_difference(theirs, mine))]


def first_difference(a, b):
    """Returns the first line of `a` that differs in `b`."""
    b = b.splitlines()
    for n, line in enumerate(a.splitlines()):
        if n >= len(b) or b[n] != line:
            return line
    return "(ends there)"


def reduce(source, differs):
    """Removes statements while the difference remains."""
    tree = ast.parse(source)
    changed = True
    while changed:
        changed = False
        for body in bodies(tree):
            n = 0
            while n < len(body):
                gone = body.pop(n)
                if len(body) == 0:
                    body.append(ast.Pass())
                smaller = tried(tree)
                if smaller is not None and differs(smaller) and not (isinstance(gone, ast.Pass)):
                    changed = True
                    continue
                if isinstance(body[0], ast.Pass) and len(body) == 1:
                    body.clear()
                body.insert(n, gone)
                n += 1
    return ast.unparse(tree)


def tried(tree):
    try:
        text = ast.unparse(tree)
        compile(text, "program", "exec")
        return text
    except (SyntaxError, ValueError, AttributeError):
        return None


def bodies(tree):
    for node in ast.walk(tree):
        for name in ("body", "orelse", "finalbody", "handlers", "cases"):
            value = getattr(node, name, None)
            if isinstance(value, list) and value:
                yield value


def report(found, seen):
    """Prints differences, of similar ones only the first."""
    for source, mine, theirs in found:
        key = (re.sub(r"[\d'\"].*", "", theirs)[:60], re.sub(r"[\d'\"].*", "", mine)[:60], re.sub(r"\W*\w+\W*", "", source)[:20])
        if "\n" not in source or source.count("\n") < 4:
            key = (re.sub(r"'[^']*'|\d+", "#", theirs)[:70], re.sub(r"'[^']*'|\d+", "#", mine)[:70])
        seen[key] = seen.get(key, 0) + 1
        if seen[key] <= 2:
            print("---- " + source.replace("\n", "\n     "))
            print(f"  CPython: {theirs[:600]}\n  ttd-py:  {mine[:600]}", flush=True)


def main():
    # Reducing parses programs again; the parser's warnings are in the reference's output already.
    warnings.simplefilter("ignore")
    # When this is ended, a case that hangs must not stay behind: unwinding through `subprocess.run` kills it.
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--against", required=True, metavar="PYTHON", help="the reference interpreter")
    parser.add_argument("--ttd", required=True, metavar="BINARY", help="ttd-py")
    parser.add_argument("--minutes", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1, help="the first seed")
    parser.add_argument("--only", choices=["methods", "programs"])
    parser.add_argument("--count", type=int, default=500, help="cases in a script of method calls")
    parser.add_argument("--reduce", action=argparse.BooleanOptionalAction, default=True, help="make programs smaller")
    args = parser.parse_args()
    if sys.version_info[:2] != (3, 13):
        print("the generators ask the Python that runs them what there is: run this with 3.13", file=sys.stderr)
    reference, ours = Side(args.against, 20), Side(args.ttd, 40)
    permitted = Permitted(os.path.join(HERE, "permitted.json"))
    seed, ran, differences, seen = args.seed, 0, 0, {}
    end = time.monotonic() + args.minutes * 60
    with tempfile.TemporaryDirectory() as folder:
        while time.monotonic() < end:
            for kind, compare in (("methods", compare_methods), *[("programs", compare_program)] * 3):
                if args.only in (None, kind):
                    n, found = compare(args, seed, reference, ours, permitted, folder)
                    ran += n
                    differences += len(found)
                    report(found, seen)
                    seed += 1
    print(f"seeds {args.seed} to {seed - 1}: {ran} cases, {differences} unexplained differences of {len(seen)} kinds")
    for reason, n in sorted(permitted.uses.items()):
        print(f"  permitted {n} times: {reason}")
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
