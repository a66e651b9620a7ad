"""The files of the library, as a program that reads the sources of what it imports sees them."""
import ast
import inspect
import json
import operator
import os
import stat
import tokenize

path = ast.__file__
folder = os.path.dirname(path)
print(os.path.isfile(path), os.path.isdir(folder), os.path.exists(os.path.join(folder, "nothing.py")), os.path.islink(path))
print({"json", "ast.py", "os.py"} <= set(os.listdir(folder)), "nothing.py" in os.listdir(folder))
with open(path, encoding="utf-8") as file:
    text = file.read()
print(text == inspect.getsource(ast), os.path.getsize(path) == len(text.encode()))
with tokenize.open(path) as file:
    print(file.encoding, file.readline() in text, file.seek(3), file.read(5) == text[3:8])
with open(path, "rb") as file:
    print(file.read() == text.encode(), stat.S_ISREG(os.fstat(file.fileno()).st_mode))
package = os.path.dirname(json.__file__)
expected = {"__init__.py", "decoder.py", "encoder.py", "scanner.py"}
entries = list(os.scandir(package))
print(expected <= set(map(operator.attrgetter("name"), entries)), entries[0].path.startswith(package))
for root, folders, files in os.walk(package):
    print(os.path.relpath(root, folder), expected <= set(files))
    break
print(os.path.samefile(path, os.path.join(package, os.pardir, os.path.basename(path))), os.access(path, os.R_OK))
for action in (os.listdir, os.scandir):
    try:
        action(path)
    except NotADirectoryError as error:
        print(error.strerror)
try:
    open(folder)
except IsADirectoryError as error:
    print(error.strerror)
