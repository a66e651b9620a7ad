"""Marks of a class, and an average that is too low: the last mark of each pupil is left out."""

MARKS = """\
ann 5 4 6
bob 3 3 6
cid 6
"""


def marks_of(line):
    name, *words = line.split()
    last = len(words) - 1
    marks = []
    for n in range(0, last):
        marks.append(int(words[n]))
    return name, marks


def average(marks):
    return sum(marks) / len(marks)


averages = {}
for line in MARKS.splitlines():
    name, marks = marks_of(line)
    averages[name] = average(marks)
    print(name, averages[name])
print("best:", max(averages, key=averages.get))
