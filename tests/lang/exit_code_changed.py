"""The status of an exit is the attribute `code`, whatever the arguments were."""


class Exit(SystemExit):
    @property
    def code(self):
        return "message \udcff"


e = SystemExit(3)
e.code = 5
print(e.args, e.code)
raise Exit(3)
