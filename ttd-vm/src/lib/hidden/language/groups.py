"""Splitting exception groups, which calls conditions and `derive` of the program."""


def group_split(group, condition):
    return split_by(group, group_matcher(condition))


def group_subgroup(group, condition):
    return split_by(group, group_matcher(condition))[0]


def group_matcher(condition):
    if callable(condition) and not isinstance(condition, type):
        return condition
    kinds = condition if type(condition) is tuple else (condition,)
    for kind in kinds:
        if not (isinstance(kind, type) and issubclass(kind, BaseException)):
            raise TypeError(
                "expected an exception type, a tuple of exception types, or a callable (other than a class)")
    return lambda exc: isinstance(exc, condition)


def split_by(exc, matches):
    if matches(exc):
        return exc, None
    if not isinstance(exc, BaseExceptionGroup):
        return None, exc
    matched = []
    rest = []
    for inner in exc.exceptions:
        yes, no = split_by(inner, matches)
        if yes is not None:
            matched.append(yes)
        if no is not None:
            rest.append(no)
    return part_of_group(exc, matched), part_of_group(exc, rest)


def part_of_group(group, exceptions):
    if not exceptions:
        return None
    part = group.derive(exceptions)
    if not isinstance(part, BaseExceptionGroup):
        raise TypeError("derive must return an instance of BaseExceptionGroup")
    if group.__traceback__ is not None:
        part.__traceback__ = group.__traceback__
    part.__context__ = group.__context__
    part.__cause__ = group.__cause__
    notes = getattr(group, "__notes__", None)
    if isinstance(notes, (list, tuple)):
        part.__notes__ = list(notes)
    return part
