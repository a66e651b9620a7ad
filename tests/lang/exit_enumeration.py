"""Ends with a status of a subclass of int, as pytest does; compiles trees with and without its own features."""

from __future__ import annotations

import __future__
import ast
import enum
import sys


class Status(enum.IntEnum):
    WRONG = 3


for alone in (False, True):
    code = compile(ast.parse("def f(a: int): pass"), "tree", "exec", dont_inherit=alone)
    print(alone, bool(code.co_flags & __future__.annotations.compiler_flag))
given = compile(ast.parse("1"), "tree", "exec", __future__.annotations.compiler_flag, True)
print(bool(given.co_flags & __future__.annotations.compiler_flag))
sys.exit(Status.WRONG)
