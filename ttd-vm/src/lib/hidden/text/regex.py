"""What regular expressions need Python code for: functions that say what a match is replaced by, and compiling
replacement templates, which `re` does.
"""


def re_replace(pattern, function, string, limit, empty, counted):
    scanner = pattern.scanner(string)
    search = scanner.search
    pieces = []
    at = n = 0
    while n < limit:
        match = search()
        if match is None:
            break
        gap = _native.re_gap(scanner, at, match)
        if gap:
            pieces.append(gap)
        piece = function(match)
        if piece is not None:
            pieces.append(piece)
        at = match
        n += 1
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
