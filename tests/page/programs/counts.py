"""Lines that run often, once and never."""


def grade(points):
    if points > 100:
        raise ValueError("impossible")
    if points >= 50:
        return "passed"
    return "failed"


def never(called):
    return called


results = []
for points in (80, 20, 65, 40, 90):
    result = grade(points)
    results.append(result)
    print(points, result)
total = len(results)
print("done", total)
