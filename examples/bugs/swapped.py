"""A loan is paid back in yearly rates."""


def interest(amount, percent):
    return amount * percent / 100


def schedule(amount, percent, rate):
    rows = []
    left = amount
    year = 0
    while left > 0 and year < 40:
        year += 1
        charge = interest(left, percent)
        left = left + charge - rate
        rows.append((year, max(0, round(left, 2))))
    return rows


def pay_off(amount, rate, percent):
    rows = schedule(amount, rate, percent)
    return rows[-1][0]


years = pay_off(1000, 200, 5)
print("paid off after", years, "years")
