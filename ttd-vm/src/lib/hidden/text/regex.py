"""What regular expressions need Python code for: functions that say what a match is replaced by, and compiling
replacement templates, which `re` does.
"""


def re_replace(pattern, function, string, limit, empty, counted):
    scanner = pattern.scanner(string)
    step = _native.re_step
    pieces = []
    at = piece = None
    n = 0
    while n < limit and (match := step(scanner, pieces, at, piece)) is not None:
        at = match
        piece = function(match)
        n += 1
    if n == limit:
        if piece is not None:
            pieces.append(piece)
        gap = _native.re_gap(scanner, at, None)
        if gap:
            pieces.append(gap)
    result = empty.join(pieces)
    return (result, n) if counted else result


def re_substitute(pattern, template, string, count, counted):
    from re import _compile_template
    template = _compile_template(pattern, template)
    return pattern.subn(template, string, count) if counted else pattern.sub(template, string, count)


def re_expand(match, pattern, template):
    from re import _compile_template
    return match.expand(_compile_template(pattern, template))
