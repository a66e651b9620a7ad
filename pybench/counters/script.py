"""Loads a script so that it believes to be the main program."""
import sys


def load():
    """Gives the code of the script that the first argument names, and its module, `__main__` from now on."""
    path = sys.argv[1]
    with open(path, "rb") as file:
        code = compile(file.read(), path, "exec")
    sys.argv = sys.argv[1:]
    sys.path[0] = path.rpartition("/")[0]
    module = type(sys)("__main__")
    module.__file__ = path
    sys.modules["__main__"] = module
    return code, module
