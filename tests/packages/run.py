#!/usr/bin/env python3
"""Uses popular packages of PyPI under CPython 3.13 and under ttd-py in every mode, and compares what they print.

    python3.13 tests/packages/run.py --ttd target/release/ttd-py [--venv FOLDER] [PACKAGE ...]

The packages are those of `requirements.txt`, at the versions that stand there; they are installed into a virtual
environment, which is made unless the folder has one. Each package has a program in `uses`. It runs under the CPython
that runs this script; as a plain run of ttd-py; and in each debugger, which goes to the end and back to the start and
to the end again. What the program prints must be the same each time. `--update` writes the outcome into README.md;
without it the script ends with 1 when an outcome is another than the one that stands there.

    python3.13 tests/packages/run.py --ttd ... --suites [PACKAGE ...]

runs the packages' own tests instead, with `ttd-py -m pytest` and with CPython, for the packages of `suites.txt`: their
source distributions are downloaded, and each test must have the same outcome.
"""

import argparse
import concurrent.futures
import os
import re
import subprocess
import sys
import tarfile
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
README = os.path.join(HERE, "README.md")
MODES = ["plain", "tdb", "hybrid", "odb"]
BEGIN, END = "<!-- begin of the table -->\n", "<!-- end of the table -->\n"
# Seconds that one run may take.
TIMEOUT = 300
# A program's output stands between these lines of the debuggers.
COMMANDS = ["c", "q"]


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("packages", nargs="*")
    parser.add_argument("--ttd", required=True, type=os.path.abspath)
    parser.add_argument("--venv", default="/tmp/ttd-packages", type=os.path.abspath)
    parser.add_argument("--modes", default=",".join(MODES))
    parser.add_argument("--jobs", type=int, default=os.cpu_count())
    parser.add_argument("--update", action="store_true")
    parser.add_argument("--suites", action="store_true")
    parser.add_argument("--show", action="store_true", help="show how outputs differ")
    return parser.parse_args()


def make_venv(folder):
    """Installs the packages, unless they are there."""
    done = os.path.join(folder, "requirements.txt")
    with open(os.path.join(HERE, "requirements.txt"), encoding="utf-8") as file:
        wanted = file.read()
    if os.path.exists(done) and open(done, encoding="utf-8").read() == wanted:
        return
    subprocess.run([sys.executable, "-m", "venv", folder], check=True)
    pip = [os.path.join(folder, "bin", "python"), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
    subprocess.run(pip + ["-r", os.path.join(HERE, "requirements.txt")], check=True)
    with open(done, "w", encoding="utf-8") as file:
        file.write(wanted)


def run(command, venv, folder, stdin=""):
    """Returns the exit status and what was printed on both streams."""
    environ = {key: value for key, value in os.environ.items() if not key.startswith(("PYTHON", "VIRTUAL"))}
    environ |= {"VIRTUAL_ENV": venv, "PYTHONHASHSEED": "0", "NO_COLOR": "1", "COLUMNS": "80", "HOME": folder}
    try:
        done = subprocess.run(command, input=stdin, capture_output=True, text=True, timeout=TIMEOUT, cwd=folder,
                              env=environ, errors="replace")
    except subprocess.TimeoutExpired:
        return "timeout", "", ""
    return done.returncode, done.stdout, done.stderr


def command_of(mode, args, program):
    if mode == "cpython":
        return [os.path.join(args.venv, "bin", "python"), "-B", program]
    if mode == "plain":
        return [args.ttd, program]
    return [args.ttd, "-m", mode, *[part for c in COMMANDS for part in ("-c", c)], "--stdin", os.devnull, program]


def outcome(mode, args, name, expected):
    """Returns "ok" or what is wrong."""
    program = os.path.join(HERE, "uses", f"use_{name}.py")
    with tempfile.TemporaryDirectory() as folder:
        status, out, err = run(command_of(mode, args, program), args.venv, folder)
    if mode == "cpython":
        return out if status == 0 else None
    same = out == expected if mode == "plain" else expected in out
    if same and status == 0:
        return "ok"
    if args.show:
        import difflib
        print(f"--- {name} {mode} ({status})")
        print("\n".join(list(difflib.unified_diff(expected.splitlines(), out.splitlines(), lineterm=""))[:20]))
        print(err[-1500:])
    if status == "timeout":
        return "timeout"
    last = [line for line in (err if mode == "plain" else err + out).splitlines() if re.match(r"[\w.]+(Error|Exception)\b", line)]
    return last[-1][:90].replace("|", "\\|") if last else "differs"


def packages_of(folder):
    return sorted(f[4:-3] for f in os.listdir(folder) if f.startswith("use_"))


def use_all(args):
    modes = args.modes.split(",")
    rows = {}
    with concurrent.futures.ThreadPoolExecutor(args.jobs) as pool:
        def one(name):
            expected = outcome("cpython", args, name, None)
            if expected is None:
                return name, {mode: "fails under CPython" for mode in modes}
            return name, {mode: outcome(mode, args, name, expected) for mode in modes}

        for name, row in pool.map(one, args.packages or packages_of(os.path.join(HERE, "uses"))):
            rows[name] = row
            print(name, *(f"{mode}: {row[mode]}" for mode in modes), sep="  ", flush=True)
    for mode in modes:
        print(f"{mode}: {sum(row[mode] == 'ok' for row in rows.values())} of {len(rows)}")
    return rows


def versions():
    found = {}
    with open(os.path.join(HERE, "requirements.txt"), encoding="utf-8") as file:
        for line in file:
            name, _, version = line.strip().partition("==")
            found[re.sub(r"[-_.]+", "-", name).lower()] = version
    return found


def table(rows, modes):
    known = versions()
    short = {"python-dateutil": "dateutil", "pydantic-v1": "pydantic"}
    lines = ["| package | version | " + " | ".join(modes) + " |\n", "|---" * (len(modes) + 2) + "|\n"]
    for name, row in sorted(rows.items()):
        key = re.sub(r"[-_.]+", "-", name)
        key = short.get(key, key)
        version = known.get(key) or known.get({v: k for k, v in short.items()}.get(key, ""), "")
        lines.append(f"| {name} | {version} | " + " | ".join(row.get(mode, "not run") for mode in modes) + " |\n")
    counts = [f"{sum(row.get(mode) == 'ok' for row in rows.values())} of {len(rows)}" for mode in modes]
    lines.append("| **equal** | | " + " | ".join(counts) + " |\n")
    return "".join(lines)


def committed():
    """The outcomes that stand in README.md."""
    with open(README, encoding="utf-8") as file:
        inside = file.read().partition(BEGIN)[2].partition(END)[0]
    rows = [[cell.strip() for cell in line.split(" | ")] for line in inside.splitlines()[2:-1]]
    return {row[0].lstrip("| "): dict(zip(MODES, [cell.rstrip(" |") for cell in row[2:]])) for row in rows}


def write(rows):
    with open(README, encoding="utf-8") as file:
        text = file.read()
    before, _, rest = text.partition(BEGIN)
    with open(README, "w", encoding="utf-8") as file:
        file.write(before + BEGIN + table(rows, MODES) + END + rest.partition(END)[2])


# ---- the packages' own tests

def suites():
    found = {}
    with open(os.path.join(HERE, "suites.txt"), encoding="utf-8") as file:
        for line in file:
            words = line.split("#")[0].split()
            if words:
                found[words[0]] = words[1:]
    return found


def source_of(args, requirement, folder):
    """Unpacks a source distribution; returns its folder."""
    pip = [os.path.join(args.venv, "bin", "python"), "-m", "pip", "download", "-q", "--no-deps", "--no-binary", ":all:",
           "--no-build-isolation", "-d", folder, requirement]
    subprocess.run(pip, check=True)
    archive = next(f for f in os.listdir(folder) if f.endswith((".tar.gz", ".zip")))
    with tarfile.open(os.path.join(folder, archive)) as file:
        file.extractall(folder, filter="data")
    return next(os.path.join(folder, f) for f in os.listdir(folder) if os.path.isdir(os.path.join(folder, f)))


def outcomes(command, args, source, paths):
    flags = ["-p", "no:cacheprovider", "-p", "no:randomly", "-q", "-rA", "--tb=no", "-W", "ignore"]
    status, out, err = run([*command, "-m", "pytest", *flags, *paths], args.venv, source)
    found = dict(reversed(m.groups()) for m in re.finditer(r"^(PASSED|FAILED|ERROR|SKIPPED|XFAIL|XPASS) (\S.*?)(?: - .*)?$", out, re.M))
    return found, (out + err)[-300:] if not found else ""


def run_suites(args):
    for name, words in suites().items():
        if args.packages and name not in args.packages:
            continue
        with tempfile.TemporaryDirectory() as folder:
            source = source_of(args, words[0], folder)
            expected, why = outcomes([os.path.join(args.venv, "bin", "python"), "-B"], args, source, words[1:])
            got, trouble = outcomes([args.ttd], args, source, words[1:])
        passed = [test for test, result in expected.items() if result == "PASSED"]
        ours = [test for test in passed if got.get(test) == "PASSED"]
        print(f"{name}: {len(ours)} of {len(passed)} {why or trouble}", flush=True)
        if args.show:
            print("\n".join(f"  {got.get(test)} {test}" for test in passed if got.get(test) != "PASSED"))


def main():
    args = arguments()
    make_venv(args.venv)
    if args.suites:
        return run_suites(args)
    rows = use_all(args)
    if args.update:
        known = committed()
        write(known | {name: known.get(name, {}) | row for name, row in rows.items()})
        return
    known = committed()
    other = {f"{name} {mode}" for name, row in rows.items() for mode, result in row.items()
             if (result == "ok") != (known.get(name, {}).get(mode) == "ok")}
    if other:
        sys.exit("not as README.md says: " + ", ".join(sorted(other)))


if __name__ == "__main__":
    main()
