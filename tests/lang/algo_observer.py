"""Objects that tell each other about changes: callbacks, weighted cells of a little spreadsheet, cycles refused."""


class Cell:
    def __init__(self, sheet, name, value=None, formula=None):
        self.sheet, self.name, self.formula = sheet, name, formula
        self.watchers, self._value = [], value

    @property
    def value(self):
        return self._value

    @value.setter
    def value(self, new):
        if new == self._value:
            return
        old, self._value = self._value, new
        self.sheet.changed(self, old)
        for watcher in list(self.watchers):
            watcher.update()

    def update(self):
        if self.sheet.busy.count(self.name):
            raise RecursionError("cycle through " + self.name)
        self.sheet.busy.append(self.name)
        try:
            self.value = self.formula(*(self.sheet[n] for n in self.inputs))
        finally:
            self.sheet.busy.pop()


class Sheet:
    def __init__(self):
        self.cells, self.listeners, self.busy = {}, [], []

    def __setitem__(self, name, value):
        if name in self.cells:
            self.cells[name].value = value
        else:
            self.cells[name] = Cell(self, name, value)

    def __getitem__(self, name):
        return self.cells[name].value

    def define(self, name, *inputs):
        def add(formula):
            cell = self.cells.setdefault(name, Cell(self, name))
            cell.formula, cell.inputs = formula, inputs
            for n in inputs:
                self.cells[n].watchers.append(cell)
            cell.update()
            return formula
        return add

    def changed(self, cell, old):
        for listener in self.listeners:
            listener(cell.name, old, cell.value)


sheet = Sheet()
sheet["price"], sheet["count"] = 5, 2


@sheet.define("total", "price", "count")
def total(price, count):
    return price * count


sheet.define("taxed", "total")(lambda t: t * 1.5)
sheet.listeners.append(lambda name, old, new: print(f"{name}: {old} -> {new}"))
sheet["count"] = 3
sheet["price"] = 5
try:
    sheet.define("count", "taxed")(lambda t: t + 1)
except RecursionError as e:
    print(e, sheet.busy)
