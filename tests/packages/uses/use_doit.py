import contextlib
import io
import re

from doit.cmd_base import ModuleTaskLoader
from doit.doit_cmd import DoitMain
from doit.tools import config_changed, run_once


def task_a():
    def act(x):
        print("act", x)
        open("a.out", "w").write("a")
    return {"actions": [(act, ["one"]), "echo shell"], "targets": ["a.out"], "verbosity": 2, "uptodate": [run_once], "doc": "does a"}


def task_b():
    for n in "x":
        yield {"name": n, "actions": [lambda: None], "file_dep": ["a.out"], "task_dep": ["a"]}


def fails():
    return False


def task_fail():
    return {"actions": [fails], "params": [{"name": "p", "short": "p", "default": 1, "type": int}]}


DOIT_CONFIG = {"default_tasks": ["b"], "backend": "json", "dep_file": "d.json"}
import sys
mod = ModuleTaskLoader({k: v for k, v in globals().items() if k.startswith(("task_", "DOIT"))})
for argv in ([], [], ["list", "--all"], ["info", "a"], ["nope"]):
    out = io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(out):
        code = DoitMain(mod).run(argv)
    print(argv, code, re.sub(r" at 0x\w+|\d{4}-.*|\d+\.\d+ s.*", "", out.getvalue()))
