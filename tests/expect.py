#!/usr/bin/env python3
"""What CPython 3.13 does with the programs of tests/lang and tests/errors, as committed data.

    python3.13 tests/expect.py [NAME...]            writes the expected data (of all programs, or of those named)
    python3.13 tests/expect.py --check [NAME...]    computes it again and compares; status 1 when something differs

For every tests/lang/NAME.py (except the helper modules lib_*.py) there is in tests/lang/expected:

    NAME.json    the events and motions as tests/motions.py defines them, on one line
    NAME.out     the standard output of `python NAME.py` in the folder tests/lang
    NAME.err     its standard error, when there is any; files are shown without their folder
    index.json   [{"name", "events": how many, "exit": status, "stdin": file}, ...]; "stdin" only where the program
                 reads tests/lang/NAME.in. "events" is null where CPython's trace cannot be taken (UNTRACED and THREADS below), and for
                 the programs whose output does not come from CPython 3.13 (BY_HAND below).

For every tests/errors/NAME.py there is tests/errors/NAME.err and an entry {"name", "exit"} in tests/errors/index.json.

Programs named files_* run in an empty folder of their own.

Each program runs with two hash seeds, plain and traced; a program whose output or events depend on the seed, or
whose output under the trace is another one, or that is longer than MOST_EVENTS, is an error here.
"""
import concurrent.futures
import json
import os
import subprocess
import sys
import tempfile

TESTS = os.path.dirname(os.path.abspath(__file__))
LANG = os.path.join(TESTS, "lang")
EXPECTED = os.path.join(LANG, "expected")
ERRORS = os.path.join(TESTS, "errors")
MOST_EVENTS = 2000
# Programs with threads: the order of their events is each interpreter's own.
THREADS = "threads_"
UNTRACED = {        # and why
    "recursion_limit": "the tracing function itself runs into the recursion limit, and CPython stops tracing",
    "uncaught_recursion": "as recursion_limit",
    "input_streams": "it uses the standard streams by number, and the tracing program uses them for itself",
    "generator_recursion": "as recursion_limit",
    "print_to_stderr": "as input_streams",
    "files_removed_by_finalizers": "as files_abandoned",
    "memory_tracing": "what the tracing program allocates is traced, too",
    "files_abandoned": "the tracing program keeps the frames of functions that have ended, and so their files",
    "std_left_open": "as files_abandoned",
    "finalize_del": "CPython finalises at once, we at fixed points: the events are the same, but elsewhere",
    "finalize_errors": "as finalize_del",
    "finalize_many": "as finalize_del",
    "gc_counts": "what the tracing program holds is counted, too",
    "weakref_basic": "as finalize_del",
    "generator_leftovers": "as files_abandoned",
    "stream_encodings": "as input_streams",
    "small_refusals": "as native_datetime",
    "small_repairs": "as argument_messages",
    "exit_linecache": "the tracing program takes code without a file for library code",
    "native_datetime": "it pickles classes of its own, which the tracing program has in another module",
    "std_native_pickle": "as native_datetime",
    "files_abandoned": "the tracing program keeps what the traced one has abandoned",
    "files_zip_imports": "the tracing program takes what lies in an archive for library code",
    "std_native_decimal": "its generated digests go through too many events of the tracing program",
    "abstract_classes": "as argument_messages",
    "package_idioms": "as argument_messages",
    "argument_messages": "it evaluates text, whose events CPython's trace has under another file name",
    "found_by_fuzzing_3": "as argument_messages",
    "found_by_fuzzing_4": "as argument_messages",
    "import_hooks": "as argument_messages",
    "std_large_display": "as argument_messages",
    "import_packages": "as argument_messages",
    "run_source": "as argument_messages",
    "std_special_lookups": "as argument_messages",
    "std_sys": "as argument_messages",
    "std_functools": "as unions",
    "generic_alias": "annotations are evaluated when asked for, which is 3.14's way",
    "unions": "as generic_alias",
    "tracing": "it traces itself, which ends CPython's trace",
    "std_tracing_tools": "as tracing",
    "std_dis": "it loops over instructions, which are other ones in CPython",
    "monitoring": "it evaluates callbacks at events of the tracing program",
    "files_compiled": "as argument_messages",
    "files_audit": "the tracing program causes audit events itself",
    "refusals_and_hints": "as finalize_del",
    "code_parts": "it looks at all objects, which are more under the tracing program",
}

BY_HAND = {         # language that CPython 3.13 does not have: NAME.out is written by hand from the documentation of 3.14
    "annotations_deferred": "annotations evaluated when they are asked for (PEP 649)",
    "template_strings": "template strings (PEP 750)",
}


class Refused(Exception):
    """The program cannot be a test as it is."""


def run(command, folder, seed, stdin):
    env = {k: v for k, v in os.environ.items() if not k.startswith("PYTHON")}
    env.update(PYTHONHASHSEED=seed, PYTHONDONTWRITEBYTECODE="1", PYTHONUTF8="1", NO_COLOR="1", COLUMNS="80")
    command = [sys.executable, *command]
    if command[-1].startswith("files_"):
        # The program writes files: every run gets a folder of its own.
        command[-1] = os.path.join(folder, command[-1])
        with tempfile.TemporaryDirectory() as scratch:
            done = subprocess.run(command, cwd=scratch, env=env, input=stdin, capture_output=True, timeout=60)
    else:
        done = subprocess.run(command, cwd=folder, env=env, input=stdin, capture_output=True, timeout=60)
    return done.stdout, done.stderr, done.returncode


def plain(name, folder, stdin=b""):
    """Runs a program with both hash seeds, which must agree; returns (out, err, exit status)."""
    first, second = (run([name + ".py"], folder, seed, stdin) for seed in ("0", "1"))
    if first != second:
        raise Refused("the output depends on the hash seed")
    out, err, status = first
    return out, err.replace((folder + os.sep).encode(), b""), status


def traced(name, stdin, out):
    """Runs motions.py with both hash seeds, which must agree; returns its answer."""
    first, second = (run([os.path.join(TESTS, "motions.py"), name + ".py"], LANG, seed, stdin) for seed in ("0", "1"))
    if first[2] != 0:
        raise Refused("motions.py failed: " + first[1].decode(errors="replace")[-300:])
    if first[0] != second[0]:
        raise Refused("the events depend on the hash seed")
    if not first[1].startswith(out):
        raise Refused("the program prints something else when it is traced")
    answer = json.loads(first[0])
    if len(answer["events"]) > MOST_EVENTS:
        raise Refused(f"{len(answer['events'])} events are too many")
    return answer


def expect_lang(name):
    """Returns (entry of the index, {file name: contents or None})."""
    stdin, entry = b"", {"name": name, "events": None, "exit": 0}
    if os.path.exists(path := os.path.join(LANG, name + ".in")):
        stdin = open(path, "rb").read()
        entry["stdin"] = name + ".in"
    if name in BY_HAND:
        out = read(os.path.join(EXPECTED, name + ".out"))
        if out is None:
            raise Refused("its output is to be written by hand")
        return entry, {name + ".json": None, name + ".out": out, name + ".err": None}
    out, err, entry["exit"] = plain(name, LANG, stdin)
    files = {name + ".json": None, name + ".out": out, name + ".err": err or None}
    if name not in UNTRACED and not name.removeprefix("std_").startswith(THREADS):
        answer = traced(name, stdin, out)
        entry["events"] = len(answer["events"])
        files[name + ".json"] = json.dumps(answer, separators=(",", ":")).encode() + b"\n"
    return entry, files


def expect_error(name):
    out, err, status = plain(name, ERRORS)
    if out or not err or status == 0:
        raise Refused("no error, or an output before it")
    return {"name": name, "exit": status}, {name + ".err": err}


def index_text(entries):
    return ("[\n" + ",\n".join("  " + json.dumps(e) for e in sorted(entries, key=lambda e: e["name"])) + "\n]\n").encode()


def read(path):
    try:
        with open(path, "rb") as f:
            return f.read()
    except FileNotFoundError:
        return None


def settle(path, contents, check):
    """Makes the file hold these contents (None: be absent); returns whether it did already."""
    same = read(path) == contents
    if not same and not check:
        if contents is None:
            os.remove(path)
        else:
            with open(path, "wb") as f:
                f.write(contents)
    return same


def suite(source, target, expect, wanted, check):
    """Handles one folder of programs; returns (how many programs, how many problems)."""
    names = sorted(f[:-3] for f in os.listdir(source) if f.endswith(".py") and not f.startswith("lib_"))
    chosen = [n for n in names if not wanted or n in wanted]
    old = {e["name"]: e for e in json.loads(read(os.path.join(target, "index.json")) or b"[]")}
    entries = {n: old[n] for n in names if n in old}
    problems = 0

    def attempt(name):
        try:
            return name, expect(name), None
        except (Refused, subprocess.TimeoutExpired) as e:
            return name, None, e

    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, answer, error in pool.map(attempt, chosen):
            if error:
                print(f"{name}: {error}", file=sys.stderr)
                problems += 1
                continue
            entries[name], files = answer
            for file, contents in files.items():
                if not settle(os.path.join(target, file), contents, check) and check:
                    print(f"{file} differs", file=sys.stderr)
                    problems += 1
    if not settle(os.path.join(target, "index.json"), index_text(entries.values()), check) and check:
        print(f"{os.path.relpath(target, TESTS)}/index.json differs", file=sys.stderr)
        problems += 1
    for file in sorted(os.listdir(target)):
        stem, ext = os.path.splitext(file)
        if ext in (".json", ".out", ".err") and stem not in names and file != "index.json":
            print(f"{file} belongs to no program", file=sys.stderr)
            problems += 1
    return len(chosen), problems


def main():
    args = sys.argv[1:]
    check = "--check" in args
    wanted = {a.removesuffix(".py") for a in args if a != "--check"}
    if sys.version_info[:2] != (3, 13):
        sys.exit(f"expect.py: the reference is CPython 3.13, this is {sys.version.split()[0]}")
    os.makedirs(EXPECTED, exist_ok=True)
    programs = problems = 0
    for source, target, expect in (LANG, EXPECTED, expect_lang), (ERRORS, ERRORS, expect_error):
        n, bad = suite(source, target, expect, wanted, check)
        programs, problems = programs + n, problems + bad
    if programs == 0:
        sys.exit("expect.py: no such program")
    print(f"{programs} programs, {problems} problems")
    sys.exit(problems > 0)


if __name__ == "__main__":
    main()
