"""The files of the library, as a program that reads the sources of what it imports sees them."""
import ast
import inspect
import json
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
print(sorted(e.name for e in os.scandir(package) if e.is_file() and e.name.endswith("er.py")))
for root, folders, files in os.walk(package):
    print(os.path.relpath(root, folder), sorted(f for f in files if f.endswith("er.py")))
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
