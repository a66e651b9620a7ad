#!/usr/bin/env python3
"""Questions about the past of the programs of tests/lang, with the answers of a naive recorder.

    python3.13 tests/oracle/make.py [NAME...]             writes the data (of all programs, or of those named)
    python3.13 tests/oracle/make.py --check [NAME...]     computes them again and compares; status 1 when they differ
    python3.13 tests/oracle/make.py --kinds               counts the questions by their kinds

For every program with events in tests/lang/expected/index.json there is tests/oracle/answers/NAME.txt:

    at TIME up N                what follows is asked at this event, in the Nth frame below the event's own
    EXPRESSION => TIMES         `history EXPRESSION`: the events after which it changed. `last`, `first` and `watch` follow
    calls NAME => TIMES         the first calls of the frames of a function
    find CONDITION => A B       the next and the previous event for which it holds; - where there is none

Programs that behave differently when they are looked at (SHY) have no questions.
"""
import collections
import concurrent.futures
import json
import os
import random
import subprocess
import sys
import tempfile

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path[:0] = [HERE, os.path.dirname(HERE)]

import expect  # noqa: E402
import motions  # noqa: E402
from calls import Evaluator, conditions, functions, is_unambiguous  # noqa: E402
from places import Places, Unsure  # noqa: E402
from questions import Candidates  # noqa: E402
from recorder import Recorder  # noqa: E402

ANSWERS = os.path.join(HERE, "answers")
POSITIONS = 10          # events of a program at which is asked
QUESTIONS = 4           # about values, at each of them
MOST_CHANGES = 40       # of one place
MOST_CALLS = 30
COMMON = {"global": 3, "local": 2, "sum": 3}        # kinds of questions that are asked less often
SHY = {                # and why
    "atexit_order": "it counts references",
    "comprehensions_global": "CPython 3.13.0 crashes when variables are read inside some of its comprehensions",
    "gc_module": "it counts objects",
    "odd_slots": "looking at its objects calls its methods",
    "type_memoryview": "a kept view keeps its bytearray from growing",
    "weak_and_ordered": "weak references to kept objects do not die",
}


def positions(name, count):
    """The events of a program at which is asked."""
    rng = random.Random(f"oracle {name}")
    return sorted(rng.sample(range(1, count), min(POSITIONS, count - 1)))


def comprehension_names(path):
    """The variables of comprehensions, which have a life of their own: {name}."""
    import ast
    with open(path, "rb") as f:
        tree = ast.parse(f.read())
    loops = (node for node in ast.walk(tree) if isinstance(node, ast.comprehension))
    return {n.id for loop in loops for n in ast.walk(loop.target) if isinstance(n, ast.Name)}


class Asker:
    """Collects what can be asked while the program runs, and answers when it has ended."""

    def __init__(self, name, count):
        self.rng = random.Random(f"questions {name}")
        self.at = positions(name, count)
        self.near = set(self.rng.sample(range(count), min(count, 2 * POSITIONS)))
        self.avoid, self.asked, self.conditions = {}, [], []
        self.frames = {}

    def at_event(self, t, stack, recorder):
        if t in self.near:
            self.conditions += self.rng.sample(found := conditions(stack[0], self.rng), min(2, len(found)))
        if t not in self.at:
            return
        up = self.rng.randrange(len(stack))
        frame = stack[up]
        path = frame.f_code.co_filename
        if path not in self.avoid:
            self.avoid[path] = comprehension_names(path)
        born = self.ident[frame]
        candidates = Candidates(recorder, frame, born, self.rng, self.avoid[path])
        found = candidates.collect()
        calls = [(kind, text, code) for kind, text, code in functions(frame, recorder, candidates.variables)]
        self.asked.append((t, up, found, calls))

    def answers(self, recorder, count):
        places, used, known = Places(recorder, count), collections.Counter(), collections.Counter()
        out = []
        for at, (t, up, found, calls) in enumerate(self.asked):
            lines = []
            kinds = collections.defaultdict(list)
            for candidate in found:
                kinds[candidate[0]].append(candidate)
            order = sorted(kinds, key=lambda kind: (used[kind] + 1) * COMMON.get(kind, 1) + self.rng.random() / 2)
            for kind in order:
                if len(lines) == QUESTIONS:
                    break
                line = self.choose(kinds[kind], places, known)
                if line:
                    used[kind] += 1
                    lines.append([kind, *line])
            lines += self.calls(calls, recorder, used, at)
            out.append([t, up, lines])
        return out

    def choose(self, candidates, places, known):
        """One of these questions, with its answer; rather one with several changes."""
        second = None
        for kind, source, place in self.rng.sample(candidates, min(len(candidates), 8)):
            if known[place] > 1 or " => " in source:
                continue
            try:
                changes = places.changes(place)
            except Unsure:
                continue
            answer = source, [t - 1 for t in changes]
            if 1 < len(changes) <= MOST_CHANGES:
                known[place] += 1
                return answer
            if not known[place] and len(changes) <= 1 and (changes or self.rng.random() < 0.1):
                second = second or (place, answer)
        if second:
            known[second[0]] += 1
        return second and second[1]

    def calls(self, found, recorder, used, at):
        kinds = sorted({kind for kind, _, _ in found}, key=lambda kind: (used[kind], self.rng.random()))
        for kind in kinds[:at % 2]:
            usable = [(text, code) for k, text, code in found if k == kind and is_unambiguous(text, code, recorder)]
            if usable:
                text, code = self.rng.choice(usable)
                times = recorder.starts.get(code, [])
                if len(times) <= MOST_CALLS:
                    used[kind] += 1
                    return [[kind, f"calls {text}", times]]
        return []


def record(path, argv, observe):
    """The events of a program, observed."""
    events, how, _ = motions.record(path, argv, observe)
    return events


def child_record(name, asks_properties):
    """Runs the program once, with everything recorded, and prints the questions."""
    expected = json.load(open(os.path.join(expect.EXPECTED, name + ".json")))
    asker = Asker(name, len(expected["events"]))
    recorder = Recorder(expect.LANG + os.sep, asker.at_event, asks_properties)

    def observe(t, frame, kind, how, arg, ident):
        asker.ident = ident
        recorder.observe(t, frame, kind, how, arg, ident)

    events = record(name_path(name), [], observe)
    if events != expected["events"]:
        first = next((t for t, (a, b) in enumerate(zip(events, expected["events"])) if a != b), len(events))
        sys.exit(f"other events from {first} on")
    answers = asker.answers(recorder, len(events))
    json.dump({"answers": answers, "conditions": sorted(set(asker.conditions))}, sys.stdout)


def child_find(name, texts):
    """Runs the program again and prints at which events conditions hold."""
    expected = json.load(open(os.path.join(expect.EXPECTED, name + ".json")))
    evaluator = Evaluator(json.load(open(texts)), expected["events"])
    record(name_path(name), [], evaluator.observe)
    json.dump(evaluator.holds, sys.stdout)


def name_path(name):
    return os.path.join(expect.LANG, name + ".py") if name.startswith("files_") else name + ".py"


def run(name, *arguments, stdin, out):
    """Runs this script on a program, like tests/expect.py runs tests/motions.py."""
    script = [os.path.join(HERE, "make.py"), *arguments, name + ".py"]
    got, err, status = expect.run(script, expect.LANG, "0", stdin)
    if status != 0:
        raise expect.Refused(err.decode(errors="replace")[-300:])
    if not err.startswith(out):
        raise expect.Refused("the program prints something else when it is recorded")
    return json.loads(got)


def questions(entry):
    """The data of one program as [(time, up, [(kind, question, answer)])]."""
    name = entry["name"]
    stdin = expect.read(os.path.join(expect.LANG, entry["stdin"])) if "stdin" in entry else b""
    out = expect.read(os.path.join(expect.EXPECTED, name + ".out"))
    try:
        recorded = run(name, "--record", stdin=stdin, out=out)
    except expect.Refused:
        # Its properties do something that can be noticed.
        recorded = run(name, "--record-silently", stdin=stdin, out=out)
    with tempfile.NamedTemporaryFile("w", suffix=".json") as f:
        json.dump(recorded["conditions"], f)
        f.flush()
        try:
            holds = run(name, "--find", f.name, stdin=stdin, out=out)
        except expect.Refused:
            holds = {}      # a condition does something that can be noticed
    rng = random.Random(f"find {name}")
    texts = sorted(text for text, times in holds.items() if 0 < len(times) < entry["events"] / 2)
    for t, up, lines in recorded["answers"][::2]:
        if texts:
            text = rng.choice(texts)
            later = [str(h) for h in holds[text] if h > t] or ["-"]
            earlier = [str(h) for h in holds[text] if h < t] or ["-"]
            lines.append(["find", f"find {text}", [later[0], earlier[-1]]])
    return recorded["answers"]


def text_of(asked):
    lines = []
    for t, up, about in asked:
        if about:
            lines.append(f"at {t} up {up}")
            lines += [f"{question} => {' '.join(map(str, answer))}".rstrip() for _, question, answer in about]
    return "\n".join(lines).encode() + b"\n"


def attempt(entry):
    try:
        return entry["name"], questions(entry), None
    except (expect.Refused, subprocess.TimeoutExpired) as e:
        return entry["name"], None, e


def main():
    args = sys.argv[1:]
    if args and args[0].startswith("--record"):
        return child_record(os.path.basename(args[1])[:-3], args[0] == "--record")
    if args[:1] == ["--find"]:
        return child_find(os.path.basename(args[2])[:-3], args[1])
    if sys.version_info[:2] != (3, 13):
        sys.exit(f"make.py: the reference is CPython 3.13, this is {sys.version.split()[0]}")
    flags = {a for a in args if a.startswith("--")}
    wanted = {a.removesuffix(".py") for a in args if not a.startswith("--")}
    index = json.loads(expect.read(os.path.join(expect.EXPECTED, "index.json")))
    entries = [e for e in index if e["events"] and e["name"] not in SHY and (not wanted or e["name"] in wanted)]
    os.makedirs(ANSWERS, exist_ok=True)
    problems, kinds = 0, collections.Counter()
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        for name, asked, error in pool.map(attempt, entries):
            if error:
                print(f"{name}: {error}", file=sys.stderr)
                problems += 1
                continue
            kinds.update(kind for _, _, about in asked for kind, _, _ in about)
            if not expect.settle(os.path.join(ANSWERS, name + ".txt"), text_of(asked), "--check" in flags):
                if "--check" in flags:
                    print(f"{name}.txt differs", file=sys.stderr)
                    problems += 1
    if "--kinds" in flags:
        print("\n".join(f"{n:6} {kind}" for kind, n in kinds.most_common()))
    print(f"{len(entries)} programs, {sum(kinds.values())} questions, {problems} problems")
    sys.exit(problems > 0)


if __name__ == "__main__":
    main()
