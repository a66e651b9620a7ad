from plumbum import FG, TEE, ProcessExecutionError, cli, local
from plumbum.cmd import cat, echo, sort, wc

print(echo("hi"), (echo["b\na"] | sort)(), (cat << "text")(), echo["a"]["b"])
print((sort < "/dev/null")(), local["sh"]["-c", "exit 3"].run(retcode=3), local["false"] & FG(retcode=None))
try:
    local["sh"]("-c", "echo oops >&2; exit 4")
except ProcessExecutionError as e:
    print(e.retcode, e.stderr)
with local.cwd("/"):
    print(local.cwd, local.path("usr").name, local.path("/a/b.txt").with_suffix(".py"))
with local.env(FOO="bar"):
    print(local["sh"]("-c", "echo $FOO"))


class App(cli.Application):
    PROGNAME, VERSION = "app", "2"
    verbose = cli.Flag(["v", "verbose"], help="talk")
    level = cli.SwitchAttr("--level", cli.Range(1, 5), default=2)

    @cli.switch("--name", str, excludes=["--verbose"])
    def name(self, n):
        """The name."""
        print("name", n)

    def main(self, first, *rest: int):
        print(self.verbose, self.level, first, rest)


for argv in (["app", "-v", "--level", "3", "a", "1", "2"], ["app", "--level=9", "a"], ["app", "--help"], ["app", "--name", "x", "-v", "a"], ["app"]):
    App.run(argv, exit=False)
