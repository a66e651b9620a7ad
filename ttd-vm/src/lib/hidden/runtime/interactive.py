"""The interactive prompt: after a program with `-i`, or without a program."""


def interact(namespace, greet, last):
    import sys
    import os
    import code
    import codeop
    import _ast as ast
    import linecache
    import _posix

    class Console(code.InteractiveConsole):
        is_last = False

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
            # The last line may lack its end: then there is nothing more to ask for.
            self.is_last = not line.endswith(b"\n")
            return line.decode("utf-8", "replace").removesuffix("\n")

        def runsource(self, source, filename="<stdin>", symbol="single"):
            self.source = source
            if self.waits_for_more(source, filename, symbol):
                return True
            return super().runsource(source, filename, symbol)

        def waits_for_more(self, source, filename, symbol):
            """Whether a compound statement is to go on. What is wrong with it is told when it is complete."""
            flags = ast.PyCF_ONLY_AST | codeop.PyCF_ALLOW_INCOMPLETE_INPUT | codeop.PyCF_DONT_IMPLY_DEDENT
            for text in source, source + "\n":
                try:
                    compile(text, filename, symbol, flags)
                    return text != source
                except _IncompleteInputError:
                    pass
                except (SyntaxError, OverflowError, ValueError):
                    return False
            return True

        def runcode(self, code):
            # Tracebacks and `inspect` show lines that were typed in.
            linecache._register_code(code, self.source, self.filename)
            super().runcode(code)

        def prompt_at_the_end(self, prompt):
            try:
                self.raw_input(str(prompt))
            except EOFError:
                self.write("\n")

        def interact(self):
            more = False
            while True:
                try:
                    try:
                        line = self.raw_input(str(sys.ps2 if more else sys.ps1))
                    except EOFError:
                        self.write("\n")
                        return
                    if self.is_last:
                        self.prompt_at_the_end(sys.ps2)
                    more = self.push(line, _symbol="single")
                    if self.is_last and more:
                        more = self.push("", _symbol="single")
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
