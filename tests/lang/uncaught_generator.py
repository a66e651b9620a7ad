"""Ends with an exception raised in a generator that is consumed by a method called from a lambda."""


class Meter:
    unit = "kWh"

    def __init__(self, readings):
        self.readings = readings

    def differences(self):
        last = None
        for value in self.readings:
            if last is not None:
                yield value - last
            last = value

    def total(self): return sum(self.differences())


report = lambda meter: f"{meter.total()} {meter.unit}"
print(report(Meter([1, 4, 9])))
print(report(Meter([1, 4, "9"])))
