"""Ends with an exception group."""


def check(value):
    if value < 0:
        raise ValueError(f"negative: {value}")
    if value > 10:
        raise OverflowError(value)
    return value


def check_all(values):
    errors = []
    for value in values:
        try:
            print(check(value))
        except (ValueError, OverflowError) as e:
            errors.append(e)
    if errors:
        raise ExceptionGroup(f"{len(errors)} of {len(values)} values", errors)


check_all([1, -2, 3, 40])
