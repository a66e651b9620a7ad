"""The names of an object's own attributes, before the scripts that list them."""


def attribute_names(value):
    import builtins as b
    if b.isinstance(value, (b.type, b.type(b))) or b.callable(value):
        return []
    found = {}
    try:
        found.update(b.object.__getattribute__(value, '__dict__'))
    except b.Exception:
        pass
    for c in b.type(value).__mro__:
        slots = c.__dict__.get('__slots__', ())
        for name in [slots] if b.isinstance(slots, b.str) else slots:
            if name not in ('__dict__', '__weakref__'):
                private = name.startswith('__') and not name.endswith('__')
                found.setdefault('_' + c.__name__.lstrip('_') + name if private else name, None)
    if b.isinstance(value, b.BaseException):
        found.setdefault('args', None)
    return [name for name in found if b.isinstance(name, b.str)]


