import contextlib
import io

import fire
from absl import app, flags, logging


class Calc:
    """A calculator."""

    def __init__(self, offset=1):
        self.offset = offset

    def add(self, x, y: int = 2, *rest, flag=False):
        """Adds.

        Args:
          x: first
          y: second
        """
        return x + y + self.offset + sum(rest), flag

    def data(self):
        return {"a": [1, {"b": 2}], "c": None}

    class Sub:
        def hi(self, name="n"):
            return f"hi {name}"


for cmd in ("add 1 --y=5", "--offset=10 add 1 2 3 4 --flag", "data", "data a 1 b", "Sub hi --name=[1,2]", "data - keys"):
    print(cmd, "->", fire.Fire(Calc, cmd))
for cmd in ("add", "nope", "add --help"):
    err = io.StringIO()
    try:
        with contextlib.redirect_stderr(err), contextlib.redirect_stdout(err):
            fire.Fire(Calc, cmd, name="calc")
    except SystemExit as e:
        print(e.code, err.getvalue())
print(fire.Fire({"f": lambda x: x * 2}, "f 3"))
F = flags.FlagValues()
flags.DEFINE_string("name", "d", "The name", flag_values=F, short_name="n")
flags.DEFINE_integer("num", 1, "num", lower_bound=0, flag_values=F)
flags.DEFINE_enum("e", "a", ["a", "b"], "enum", flag_values=F)
flags.DEFINE_multi_string("m", [], "multi", flag_values=F)
flags.DEFINE_bool("verb", False, "v", flag_values=F)
print(F(["p", "-n", "x", "--num=4", "--m=1", "--m=2", "--noverb", "rest"]), F.name, F.num, F.m, F.verb, F.flags_into_string())
for argv in (["p", "--num=-1"], ["p", "--e=z"], ["p", "--nme=1"]):
    try:
        F(argv)
    except flags.Error as e:
        print(type(e).__name__, e)
