"""A weekly report: the rain of Monday to Sunday is summed up."""

RAIN = {1: 4, 2: 0, 3: 7, 4: 2, 5: 0, 6: 11, 7: 3}


def days(first, last):
    for day in range(first, last):
        yield day


def rain_of_week(rain):
    total = 0
    for day in days(1, 7):
        total += rain[day]
    return total


def report(rain):
    total = rain_of_week(rain)
    wettest = max(rain, key=rain.get)
    print("wettest day:", wettest)
    print("rain of the week:", total, "mm")


report(RAIN)
