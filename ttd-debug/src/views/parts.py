def parts(value, which, start, count):
    """Lists parts of a value in rows: name, expression with a mark for the parent, repr, class, items, attributes, id."""
    import builtins as b
    NAME, SIZED = 1000, (b.list, b.tuple, b.dict, b.set, b.frozenset, b.range, b.bytes, b.bytearray)
    clean = lambda text: b.str.translate(text, {28: '?', 29: '?', 30: '?', 31: '?'})

    BRACKETS = {b.list: ('[', ']'), b.tuple: ('(', ')'), b.dict: ('{', '}'), b.set: ('{', '}'),
                b.frozenset: ('frozenset({', '})')}

    def begun(value, room, inside):
        """Its repr; of one that is longer than `room` only the beginning, so that long lists cost no time."""
        kind = b.type(value)
        if kind not in BRACKETS or not value or b.len(inside) > 30:
            return b.repr(value)
        first, last = BRACKETS[kind]
        if b.id(value) in inside:
            return first + '...' + last
        texts, used, inside = [], 0, inside | {b.id(value)}
        for held in b.dict.items(value) if kind is b.dict else value:
            pair = held if kind is b.dict else (held,)
            text = ': '.join([begun(part, room - used, inside) for part in pair])
            texts.append(text)
            used += b.len(text) + 2
            if used > room:
                break
        return first + ', '.join(texts) + (',' if kind is b.tuple and b.len(value) == 1 else '') + last

    def shown(value):
        try:
            text = begun(value, NAME + 2, b.frozenset())
        except b.Exception as error:
            text = f'<repr failed: {b.type(error).__name__}>'
        return clean(text if b.len(text) <= NAME else text[:NAME - 3] + '...')

    def is_deque(value):
        return b.any(c.__name__ == 'deque' and c.__module__ in ('collections', '_collections')
                     for c in b.type(value).__mro__)

    def size(value):
        if b.isinstance(value, (b.bytes, b.bytearray)):
            return 0
        if b.isinstance(value, SIZED) or is_deque(value):
            try:
                return b.len(value)
            except b.Exception:
                return 0
        return 0

    def row(name, template, value):
        return '\x1f'.join([clean(name), template, shown(value), clean(b.type(value).__name__),
                            b.str(size(value)), b.str(b.len(attribute_names(value))), b.str(b.id(value))])

    def attributes():
        for name in attribute_names(value):
            try:
                held = b.getattr(value, name)
            except b.Exception:
                continue
            yield name, f'\x1d.{name}' if name.isidentifier() else f'\x1d.__dict__[{name!r}]', held

    def items(start, count):
        from itertools import islice
        if b.isinstance(value, b.dict):
            for at, (key, held) in b.enumerate(islice(b.dict.items(value), start, start + count), start):
                plain = b.type(key) in (b.str, b.int, b.bool, b.bytes, b.type(None))
                yield shown(key), f'\x1d[{key!r}]' if plain else f'list(\x1d.values())[{at}]', held
        elif b.isinstance(value, (b.set, b.frozenset)):
            for at, held in b.enumerate(islice(value, start, start + count), start):
                yield b.str(at), f'list(\x1d)[{at}]', held
        else:
            # Where a long sequence can be cut, what comes before is not gone through.
            kind = b.next((k for k in (b.list, b.tuple, b.range) if b.isinstance(value, k)), None)
            cut = kind.__getitem__(value, b.slice(start, start + count)) if kind else islice(value, start, start + count)
            for at, held in b.enumerate(cut, start):
                yield b.str(at), f'\x1d[{at}]', held

    if which == 'names':
        chosen = [(name, name, held) for name, held in value.items()
                  if b.isinstance(name, b.str) and not (name.startswith('__') and name.endswith('__'))]
        total, chosen = b.len(chosen), chosen[start:start + count]
    else:
        own = b.list(attributes()) if which != 'items' else []
        all_items = size(value) if which != 'attributes' else 0
        total = b.len(own) + all_items
        chosen = own[start:start + count]
        if all_items and b.len(chosen) < count:
            chosen += items(b.max(0, start - b.len(own)), count - b.len(chosen))
    return '\x1e'.join([b.str(total), *[row(*part) for part in chosen]])
