"""A timetable, and a train that seems to have left: times that are compared as texts."""


def read(lines):
    table = []
    for line in lines:
        time, place = line.split(" ", 1)
        table.append((time, place))
    return table


def next_train(table, now):
    for time, place in sorted(table):
        if time >= now:
            return time, place
    return None


TRAINS = ["7:40 Basel", "9:05 Ulm", "10:30 Bern", "12:10 Linz"]
table = read(TRAINS)
found = []
for now in ["7:00", "9:30", "11:00"]:
    train = next_train(table, now)
    print(now, train)
    found.append(train[1])
assert found == ["Basel", "Bern", "Linz"], found
print("on time")
