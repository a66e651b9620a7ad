from invoke import Collection, Context, MockContext, Program, Result, task, run
from invoke.exceptions import UnexpectedExit


@task
def clean(c):
    print("clean")


@task(pre=[clean], help={"name": "who"}, iterable=["tag"], optional=["log"])
def build(c, name="x", verbose=False, log=None, tag=None):
    """Build it."""
    print("build", name, verbose, log, tag, c.config.get("mode"))


ns = Collection(clean, build)
ns.configure({"mode": "fast"})
sub = Collection("docs")
sub.add_task(task(lambda c: print("docs"), name="make"), default=True)
ns.add_collection(sub)
program = Program(namespace=ns, version="1.0", name="prog", binary="prog")
for argv in ("prog build --name=bo -v --tag a --tag b --log", "prog docs", "prog --list", "prog --help build", "prog nope", "prog --version"):
    try:
        program.run(argv, exit=False)
    except BaseException as e:
        print(type(e).__name__, e)
r = run("echo out; echo err >&2; exit 3", hide=True, warn=True)
print(r.stdout, r.stderr, r.exited, r.ok)
try:
    Context().run("exit 2", hide=True)
except UnexpectedExit as e:
    print(e.result.exited)
print(MockContext(run={"ls": Result("files")}).run("ls").stdout)
