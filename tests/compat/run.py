#!/usr/bin/env python3
"""Runs CPython 3.13's own tests of language and library under ttd-py and compares every outcome with what is committed.

    python3 tests/compat/run.py --ttd target/release/ttd-py --lib /path/to/cpython/Lib [MODULE ...]

Without modules it runs those of `modules.txt` (`--fast`: the ones marked so). It ends with 1 when a test's outcome is
not that of `expectations.json`, for the worse or for the better; `--update` writes the new ones, and the table by module
into README.md. What cannot apply to ttd-py stands with its reason in `not_applicable.json`. The results with messages
are left in a file that `--results` names.
"""

import argparse
import concurrent.futures
import fnmatch
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time

HERE = os.path.dirname(os.path.abspath(__file__))
EXPECTATIONS = os.path.join(HERE, "expectations.json")
# A module is given up after killing its process this often.
MOST_RESTARTS = 40
# The memory that one test may use.
MEMORY = 3 << 30
TICKS = os.sysconf("SC_CLK_TCK")
PAGE = os.sysconf("SC_PAGE_SIZE")


def read_json(path):
    with open(path, encoding="utf-8") as file:
        return json.load(file)


def modules_of(lib, fast):
    """Returns the modules of the list, packages with their modules."""
    names = []
    with open(os.path.join(HERE, "modules.txt"), encoding="utf-8") as file:
        for line in file:
            words = line.split("#")[0].split()
            if words and (not fast or "fast" in words[1:]):
                names.append(words[0])
    return expanded(lib, names)


def expanded(lib, names):
    found = []
    for name in names:
        found.append(name)
        folder = os.path.join(lib, "test", name)
        if os.path.isdir(folder):
            inner = sorted(f[:-3] for f in os.listdir(folder) if f.startswith("test_") and f.endswith(".py"))
            found.extend(name + "." + f for f in inner)
    return found


def used(pid):
    """Returns CPU seconds and bytes of memory of a process, or (0, 0) when it is gone."""
    try:
        with open("/proc/%d/stat" % pid) as file:
            fields = file.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / TICKS, int(fields[21]) * PAGE
    except (OSError, IndexError, ValueError):
        return 0, 0


class Watch:
    """Follows the file that the driver writes."""

    def __init__(self, path):
        self.path = path
        self.offset = 0
        self.about = None
        self.results = {}
        self.plan = []
        self.ended = False

    def read(self):
        """Reads the new lines; returns whether there were any."""
        try:
            with open(self.path, encoding="utf-8") as file:
                file.seek(self.offset)
                text = file.read()
        except OSError:
            return False
        text = text[: text.rfind("\n") + 1]
        self.offset += len(text.encode("utf-8"))
        for line in text.splitlines():
            self.take(json.loads(line))
        return bool(text)

    def take(self, entry):
        if "plan" in entry:
            self.plan.append(entry["plan"])
        elif "about" in entry:
            self.about = entry["about"]
        elif "id" in entry:
            self.results[entry["id"]] = {k: entry[k] for k in ("outcome", "text", "where") if entry.get(k)}
            self.about = None
        elif "end" in entry:
            self.ended = True


def kill(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except OSError:
        pass
    process.wait()


def follow(process, watch, timeout):
    """Waits for the end of a process; returns why it was killed, or None.

    Time is what the process itself has used, so that a busy machine changes no outcome; one that waits for nothing is
    ended after three times as long.
    """
    began_cpu, began = 0, time.monotonic()
    pause = 0.01
    while True:
        try:
            process.wait(pause)
            watch.read()
            return None
        except subprocess.TimeoutExpired:
            pass
        pause = min(pause * 2, 0.2)
        cpu, memory = used(process.pid)
        if watch.read():
            began_cpu, began = cpu, time.monotonic()
        if memory > MEMORY:
            kill(process)
            return "crash", "more than %d GiB of memory" % (MEMORY >> 30)
        if cpu - began_cpu > timeout or time.monotonic() - began > 3 * timeout:
            kill(process)
            watch.read()
            return "timeout", "no end after %g s" % timeout


def make_environment(options, folder):
    """Makes a virtual environment with the package `test` and nothing else of that library: processes that tests start
    import it, too. Those that take no notice of variables find it in the environment's packages."""
    packages = os.path.join(folder, "lib", "python3.14", "site-packages")
    for made in ("bin", "path", packages):
        os.makedirs(os.path.join(folder, made))
    with open(os.path.join(folder, "pyvenv.cfg"), "w", encoding="utf-8") as file:
        file.write("home = %s\n" % os.path.dirname(options.ttd))
    os.symlink(options.ttd, os.path.join(folder, "bin", "python"))
    for inside in (os.path.join(folder, "path"), packages):
        os.symlink(os.path.join(options.lib, "test"), os.path.join(inside, "test"))


def run_once(options, module, folder, watch, patterns):
    """Runs one process of the driver; returns why it ended early, or None."""
    done = os.path.join(folder, "done")
    with open(done, "w", encoding="utf-8") as file:
        file.write("\n".join(watch.results))
    with open(os.path.join(folder, "patterns"), "w", encoding="utf-8") as file:
        file.write("\n".join(patterns))
    work = os.path.join(folder, "work")
    shutil.rmtree(work, ignore_errors=True)
    os.mkdir(work)
    command = [os.path.join(folder, "bin", "python"), os.path.join(HERE, "driver.py"), options.lib, module, watch.path]
    command += ["--done", done, "--not-applicable", os.path.join(folder, "patterns")]
    if options.only:
        command += ["--only", options.only]
    # Environment variables meant for another Python do not apply here.
    environment = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    environment["TMPDIR"] = work
    environment["PYTHONPATH"] = os.path.join(folder, "path")
    with open(os.path.join(folder, "errors"), "wb") as errors, open(os.path.join(folder, "out"), "wb") as out:
        process = subprocess.Popen(
            command, cwd=work, stdin=subprocess.DEVNULL, stdout=out, stderr=errors, start_new_session=True, env=environment
        )
        why = follow(process, watch, options.timeout)
    kill(process)
    if why is not None or watch.ended:
        return why
    with open(os.path.join(folder, "errors"), "rb") as file:
        last = file.read()[-4000:].decode("utf-8", "replace").strip().splitlines()
    said = [line for line in last if "panicked at" in line or "overflow" in line]
    return "crash", "ended with %s: %s" % (process.returncode, (said or last or [""])[-1][:200])


def run_module(options, module, not_applicable):
    """Runs one module; returns outcome and message by test id."""
    patterns = [p for patterns in not_applicable.values() for p in patterns]
    if any(fnmatch.fnmatchcase(module, p) for p in patterns):
        return {module: {"outcome": "not applicable"}}
    folder = tempfile.mkdtemp(prefix="compat-")
    make_environment(options, folder)
    watch = Watch(os.path.join(folder, "lines"))
    try:
        for _ in range(MOST_RESTARTS):
            watch.plan, watch.about, watch.ended = [], None, False
            why = run_once(options, module, folder, watch, patterns)
            if why is None:
                break
            culprit = watch.about or (module if not watch.plan else None)
            if culprit is None:
                # The process died after its last test.
                culprit = module + " (at the end)"
            watch.results[culprit] = {"outcome": why[0], "text": why[1]}
            if culprit != watch.about:
                break
        for name in watch.plan:
            watch.results.setdefault(name, {"outcome": "crash", "text": "not reached"})
        return watch.results
    finally:
        shutil.rmtree(folder, ignore_errors=True)


def run_all(options, modules, not_applicable):
    results = {}
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        began = time.monotonic()
        futures = {pool.submit(run_module, options, m, not_applicable): m for m in modules}
        for future in concurrent.futures.as_completed(futures):
            module = futures[future]
            found = future.result()
            results.update(found)
            if not options.quiet:
                row = summary(found.values())
                took = time.monotonic() - began
                print("%-40s %5d of %5d  (at %.0f s)" % (module, row[0], row[1], took), flush=True)
                if options.messages:
                    show_messages(found)
    return results


def show_messages(found):
    for name in sorted(found):
        entry = found[name]
        if entry["outcome"] not in ("ok", "skip", "not applicable", "expected failure"):
            print("    %s %s: %s  [%s]" % (entry["outcome"], name, entry.get("text", ""), entry.get("where", "")))


def summary(entries):
    """Returns the numbers of passed, applicable and not applicable tests; skipped tests are not applicable."""
    outcomes = [e if isinstance(e, str) else e["outcome"] for e in entries]
    passed = sum(o in ("ok", "expected failure") for o in outcomes)
    aside = sum(o in ("skip", "not applicable") for o in outcomes)
    return passed, len(outcomes) - aside, aside


def module_of(name, modules):
    """Returns the module of the list that a test id belongs to."""
    best = ""
    for module in modules:
        if (name == module or name.startswith((module + ".", module + "/", module + " "))) and len(module) > len(best):
            best = module
    return best.split(".")[0]


def table(outcomes, modules):
    """Renders the rows by module and their sum."""
    by = {}
    for name, outcome in outcomes.items():
        by.setdefault(module_of(name, modules) or name.split(".")[0], []).append(outcome)
    rows = [(m, *summary(by[m])) for m in sorted(by)]
    rows.append(("all", *(sum(r[i] for r in rows) for i in (1, 2, 3))))
    return rows


def percentage(passed, applicable):
    return "%.1f %%" % (100 * passed / applicable) if applicable else "–"


README = """# CPython's own tests

The tests of language and library in CPython 3.13's `Lib/test`, run under ttd-py. They are not copied: `--lib` says where they are.
This page and `expectations.json` are written by

```console
$ python3 tests/compat/run.py --ttd target/release/ttd-py --lib /path/to/cpython/lib/python3.13 --update
```

and without `--update` every outcome is compared with the committed one, in both directions. `modules.txt` is the list
(`fast`: compared by `cargo t` when it finds a CPython 3.13, see `cli/tests/compat.rs`); what cannot apply to ttd-py, with
its reason, is in `not_applicable.json`. Tests that skip themselves count as not applicable. Nothing leaves the machine:
tests of the network use its own addresses, and `test_ssl` is not in the list.

| module | passed | applicable | | not applicable |
|---|---:|---:|---:|---:|
"""


def write_readme(rows):
    with open(os.path.join(HERE, "README.md"), "w", encoding="utf-8") as file:
        file.write(README)
        for name, passed, applicable, aside in rows:
            file.write("| %s | %d | %d | %s | %d |\n" % (name, passed, applicable, percentage(passed, applicable), aside))


def show_table(rows):
    for name, passed, applicable, aside in rows:
        print("%-28s %5d / %5d  %8s   %5d n/a" % (name, passed, applicable, percentage(passed, applicable), aside))


def compare(expected, outcomes, results, modules, whole):
    """Prints what differs from the committed outcomes; returns whether anything does."""
    mine = {n: o for n, o in expected.items() if whole or module_in(n, modules)}
    differences = 0
    for name in sorted(set(mine) | set(outcomes)):
        was, now = mine.get(name, "absent"), outcomes.get(name, "absent")
        if was != now:
            differences += 1
            print("%s: expected %s, is %s  %s" % (name, was, now, results.get(name, {}).get("text", "")))
    return differences


def module_in(name, modules):
    return any(name == m or name.startswith((m + ".", m + "/", m + " ")) for m in modules)


def write_expectations(outcomes):
    with open(EXPECTATIONS, "w", encoding="utf-8") as file:
        json.dump(outcomes, file, indent=0, sort_keys=True, ensure_ascii=True)
        file.write("\n")


def arguments():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--ttd", required=True, help="the interpreter to test")
    parser.add_argument("--lib", required=True, help="CPython 3.13's Lib")
    parser.add_argument("--update", action="store_true", help="write expectations.json and README.md")
    parser.add_argument("--fast", action="store_true", help="the fast subset")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--timeout", type=float, default=20, help="CPU seconds for one test")
    parser.add_argument("--only", help="only tests whose id matches this pattern; compares nothing")
    parser.add_argument("--results", help="write outcomes with messages to this file")
    parser.add_argument("--messages", action="store_true", help="print the messages of what fails")
    parser.add_argument("--quiet", action="store_true")
    parser.add_argument("modules", nargs="*", metavar="MODULE")
    options = parser.parse_args()
    options.ttd, options.lib = os.path.abspath(options.ttd), os.path.abspath(options.lib)
    return options


def main():
    options = arguments()
    # A shell starts what runs in the background with SIGINT ignored, which the tests would inherit.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    not_applicable = read_json(os.path.join(HERE, "not_applicable.json"))
    modules = expanded(options.lib, options.modules) if options.modules else modules_of(options.lib, options.fast)
    whole = not options.modules and not options.fast
    results = run_all(options, modules, not_applicable)
    if options.results:
        with open(options.results, "w", encoding="utf-8") as file:
            json.dump(results, file, indent=1, sort_keys=True)
    outcomes = {name: entry["outcome"] for name, entry in results.items()}
    if not options.quiet:
        show_table(table(outcomes, modules))
    if options.only:
        return 0
    expected = read_json(EXPECTATIONS) if os.path.exists(EXPECTATIONS) else {}
    if options.update:
        if not whole:
            kept = {n: o for n, o in expected.items() if not module_in(n, modules)}
            outcomes.update(kept)
        write_expectations(outcomes)
        write_readme(table(outcomes, modules_of(options.lib, False)))
        return 0
    differences = compare(expected, outcomes, results, modules, whole)
    if differences:
        print("%d outcomes are not the committed ones" % differences)
    return 1 if differences else 0


if __name__ == "__main__":
    sys.exit(main())
