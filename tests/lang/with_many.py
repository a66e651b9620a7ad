"""Several managers in one statement: order of entering and leaving, failures between them."""

log = []


class Step:
    def __init__(self, name, fail_enter=False, fail_exit=False, swallow=False):
        self.name, self.fail_enter, self.fail_exit, self.swallow = name, fail_enter, fail_exit, swallow

    def __enter__(self):
        if self.fail_enter:
            raise OSError("enter " + self.name)
        log.append("+" + self.name)
        return self

    def __exit__(self, kind, value, traceback):
        log.append("-" + self.name + (":" + kind.__name__ if kind else ""))
        if self.fail_exit:
            raise KeyError("exit " + self.name)
        return self.swallow


def report(label):
    print(label, " ".join(log))
    log.clear()


with Step("a"), Step("b") as b, Step("c"):
    log.append(b.name)
report("all well")

try:
    with Step("a"), Step("b", fail_enter=True), Step("c"):
        log.append("body")
except OSError as e:
    report(e)

try:
    with Step("a"), Step("b", fail_exit=True):
        log.append("body")
except KeyError as e:
    report(e)

try:
    with Step("a"), Step("b", fail_exit=True):
        raise ValueError("body")
except KeyError as e:
    report(f"{e} in place of {e.__context__}")

with (
    Step("a"),
    Step("b", swallow=True),
    Step("c"),
):
    raise ValueError("swallowed by b")
report("swallowed")

with Step("outer"):
    with Step("inner", swallow=True):
        [][1]
    log.append("between")
report("nested")
