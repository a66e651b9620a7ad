# A folder is empty once what removes its files was finalized.
import os


class Temporary:
    def __init__(self, folder):
        self.name = os.path.join(folder, "file")
        with open(self.name, "w") as file:
            file.write("text")

    def __del__(self):
        os.unlink(self.name)


def use(folder):
    held = Temporary(folder)
    return os.listdir(folder)


os.mkdir("folder")
for _ in range(3):
    print(use("folder"))
print(use("folder"))
os.rmdir("folder")
print(os.path.exists("folder"))

os.mkdir("other")
kept = Temporary("other")
try:
    os.rmdir("other")
except OSError as error:
    print(error)
del kept
os.rmdir("other")
print(os.listdir())
