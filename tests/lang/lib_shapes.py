"""Helper of import_sibling: a module with constants, functions, a class and state."""
print("lib_shapes is being imported as", __name__)

UNIT = "cm"
_private = "hidden"
made = 0


def area(w, h):
    return w * h


class Box:
    def __init__(self, w, h):
        global made
        made += 1
        self.w, self.h = w, h

    def area(self):
        return area(self.w, self.h)
