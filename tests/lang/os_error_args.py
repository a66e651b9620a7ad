# The members of an OSError are those that it was made with, whatever becomes of its args.
class Refused(OSError):
    def __init__(self, key, error):
        super().__init__(error.errno, error.strerror)
        self.key = key
        self.args = key, error


cause = ConnectionRefusedError(111, "Connection refused")
error = Refused("host", cause)
print(error.errno, error.strerror, error.filename, error.args[0])
print(str(error))
plain = OSError(2, "No such file", "name")
plain.args = ("other",)
print(plain.errno, plain.strerror, plain.filename, plain.args)
plain.errno = 5
plain.args = (7, "seven")
print(plain.errno, plain.strerror, plain)
empty = OSError()
empty.args = (1, "one")
print(empty.errno, empty.strerror, empty)
