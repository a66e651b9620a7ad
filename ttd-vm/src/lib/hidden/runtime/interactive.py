"""The interactive prompt: after a program with `-i`, or without a program."""


def interact(namespace, greet, last):
    import sys
    import os
    import code
    import linecache
    import _posix

    class Console(code.InteractiveConsole):
        def raw_input(self, prompt=""):
            sys.stdout.flush()
            try:
                line = _posix.prompted_line(prompt)
            except OSError:
                # A program may close the stream: then there was no prompt either.
                self.write(prompt)
                line = b""
            if not line:
                raise EOFError
            return line.decode("utf-8", "replace").removesuffix("\n")

        def runsource(self, source, filename="<stdin>", symbol="single"):
            self.source = source
            return super().runsource(source, filename, symbol)

        def runcode(self, code):
            # Tracebacks and `inspect` show lines that were typed in.
            linecache._register_code(code, self.source, self.filename)
            super().runcode(code)

        def interact(self):
            more = False
            while True:
                try:
                    try:
                        line = self.raw_input(str(sys.ps2 if more else sys.ps1))
                    except EOFError:
                        self.write("\n")
                        return
                    more = self.push(line, _symbol="single")
                except KeyboardInterrupt:
                    self.write("\nKeyboardInterrupt\n")
                    self.resetbuffer()
                    more = False

    if last is not None:
        sys.last_exc = sys.last_value = last
        sys.last_type, sys.last_traceback = type(last), last.__traceback__
    if greet and not sys.flags.quiet:
        sys.stderr.write(f'Python {sys.version} on {sys.platform}\n'
                         'Type "help", "copyright", "credits" or "license" for more information.\n')
    for name, prompt in (("ps1", ">>> "), ("ps2", "... ")):
        if not hasattr(sys, name):
            setattr(sys, name, prompt)
    console = Console(namespace, "<stdin>")
    startup = "" if sys.flags.ignore_environment or not greet else os.environ.get("PYTHONSTARTUP", "")
    if startup:
        try:
            with open(startup, "rb") as file:
                text = file.read()
        except OSError as e:
            sys.stderr.write(f"Could not open PYTHONSTARTUP\n{type(e).__name__}: {e}\n")
        else:
            try:
                exec(compile(text, startup, "exec"), namespace)
            except SystemExit:
                raise
            except BaseException:
                console.showtraceback()
    console.interact()
