"""Readings of a sensor are averaged; broken ones should be reported, not lost."""


def parse(text):
    name, value = text.split(":")
    return name, float(value.replace(",", ""))


def load(lines):
    readings = {}
    for line in lines:
        try:
            name, value = parse(line)
            readings[name] = value
        except ValueError:
            pass
    return readings


def average(readings):
    return sum(readings.values()) / len(readings)


LINES = ["kitchen:20.5", "cellar: 12", "roof:31:5", "hall:19.5"]
readings = load(LINES)
mean = average(readings)
print(len(readings), "readings, on average", round(mean, 2))
