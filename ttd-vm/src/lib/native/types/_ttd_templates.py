"""Template strings: `string.templatelib.Template` and `Interpolation`."""

import _core

_put = object.__setattr__


class Interpolation:
    """Interpolation object"""

    __slots__ = ("value", "expression", "conversion", "format_spec")
    __match_args__ = ("value", "expression", "conversion", "format_spec")

    def __new__(cls, /, value, expression="", conversion=None, format_spec=""):
        if not isinstance(expression, str):
            raise TypeError(f"Interpolation() argument 'expression' must be str, not {_core.given_name(expression)}")
        if conversion is not None:
            if not isinstance(conversion, str):
                raise TypeError(f"Interpolation() argument 'conversion' must be str, not {_core.given_name(conversion)}")
            if conversion not in ("s", "r", "a"):
                raise ValueError("Interpolation() argument 'conversion' must be one of 's', 'a' or 'r'")
        if not isinstance(format_spec, str):
            raise TypeError(f"Interpolation() argument 'format_spec' must be str, not {_core.given_name(format_spec)}")
        return _interpolation(value, expression, conversion, format_spec)

    def __class_getitem__(cls, item, /):
        from _ttd_generic import GenericAlias
        return GenericAlias(cls, item)

    def __repr__(self):
        return f"Interpolation({self.value!r}, {self.expression!r}, {self.conversion!r}, {self.format_spec!r})"

    def __setattr__(self, name, value):
        raise _no_setting(self, name)

    def __delattr__(self, name):
        raise _no_setting(self, name)

    def __reduce__(self):
        return Interpolation, (self.value, self.expression, self.conversion, self.format_spec)


class Template:
    """Template object"""

    __slots__ = ("strings", "interpolations")

    def __new__(cls, /, *args, **kwargs):
        if kwargs:
            raise TypeError("Template.__new__ only accepts *args arguments")
        strings, interpolations, text = [], [], ""
        for arg in args:
            if isinstance(arg, str):
                text = text + arg
            elif isinstance(arg, Interpolation):
                strings.append(text)
                interpolations.append(arg)
                text = ""
            else:
                raise TypeError("Template.__new__ *args need to be of type 'str' or 'Interpolation', got "
                                + type(arg).__name__)
        strings.append(text)
        return _template(tuple(strings), tuple(interpolations))

    def __class_getitem__(cls, item, /):
        from _ttd_generic import GenericAlias
        return GenericAlias(cls, item)

    @property
    def values(self):
        return tuple([i.value for i in self.interpolations])

    def __iter__(self):
        return TemplateIter(self)

    def __add__(self, other):
        if not isinstance(other, Template):
            raise TypeError('can only concatenate string.templatelib.Template (not "' + type(other).__name__
                            + '") to string.templatelib.Template')
        middle = self.strings[-1] + other.strings[0]
        return _template((*self.strings[:-1], middle, *other.strings[1:]),
                         self.interpolations + other.interpolations)

    def __repr__(self):
        return f"Template(strings={self.strings!r}, interpolations={self.interpolations!r})"

    def __setattr__(self, name, value):
        raise _no_setting(self, name)

    def __delattr__(self, name):
        raise _no_setting(self, name)

    def __reduce__(self):
        from string.templatelib import _template_unpickle
        return _template_unpickle, (self.strings, self.interpolations)


class TemplateIter:
    """The strings that are not empty, and the interpolations between them."""

    __slots__ = ("_parts", "_at")

    def __new__(cls, /, *args, **kwargs):
        if not args or not isinstance(args[0], Template):
            raise TypeError("cannot create 'string.templatelib.TemplateIter' instances")
        template = args[0]
        made = object.__new__(cls)
        parts = []
        for i, text in enumerate(template.strings):
            if text:
                parts.append(text)
            if i < len(template.interpolations):
                parts.append(template.interpolations[i])
        made._parts = parts
        made._at = 0
        return made

    def __iter__(self):
        return self

    def __next__(self):
        at = self._at
        if at >= len(self._parts):
            raise StopIteration
        self._at = at + 1
        return self._parts[at]


def _no_setting(obj, name):
    kind = type(obj).__name__
    if name in type(obj).__slots__:
        return AttributeError("readonly attribute")
    if name == "values" and kind == "Template":
        return AttributeError("attribute 'values' of 'string.templatelib.Template' objects is not writable")
    return AttributeError(f"'string.templatelib.{kind}' object has no attribute '{name}'"
                          " and no __dict__ for setting new attributes")


def _interpolation(value, expression, conversion, format_spec):
    made = object.__new__(Interpolation)
    _put(made, "value", value)
    _put(made, "expression", expression)
    _put(made, "conversion", conversion)
    _put(made, "format_spec", format_spec)
    return made


def _template(strings, interpolations):
    made = object.__new__(Template)
    _put(made, "strings", strings)
    _put(made, "interpolations", interpolations)
    return made


for _cls in (Interpolation, Template, TemplateIter):
    _cls.__module__ = "string.templatelib"
    _core.seal(_cls, False)
del _cls
