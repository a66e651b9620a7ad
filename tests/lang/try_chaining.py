"""raise ... from, implicit context, suppressed context."""
import sys


class ConfigError(Exception):
    pass


def read(settings, key):
    try:
        return int(settings[key])
    except KeyError as e:
        raise ConfigError(f"no {key}") from e
    except ValueError:
        raise ConfigError(f"bad {key}") from None


def chain(e):
    parts = []
    while e is not None:
        parts.append(f"{type(e).__name__}({e})")
        if e.__cause__ is not None:
            parts.append("caused by")
            e = e.__cause__
        elif e.__context__ is not None and not e.__suppress_context__:
            parts.append("while handling")
            e = e.__context__
        else:
            e = None
    return " ".join(parts)


for key in "size", "color", "name":
    try:
        print(read({"size": "12", "name": "n"}, key))
    except ConfigError as e:
        print(chain(e), e.__suppress_context__)

try:
    try:
        1 / 0
    except ZeroDivisionError:
        undefined_name
except NameError as e:
    print(chain(e))

try:
    try:
        raise ValueError("in try")
    finally:
        raise TypeError("in finally")
except TypeError as e:
    print(chain(e))


def handler():
    current = sys.exception()
    raise RuntimeError("handler failed: " + str(current))


try:
    try:
        raise LookupError("original")
    except LookupError:
        handler()
except RuntimeError as e:
    print(chain(e))

e = ValueError("with note")
e.add_note("first note")
e.add_note("second note")
try:
    raise e from OSError("disk")
except ValueError as caught:
    print(chain(caught), caught.__notes__, caught is e)
try:
    raise ValueError("x") from 5
except TypeError as t:
    print(t)
print(sys.exception())
