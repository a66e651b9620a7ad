"""What `_elementtree` needs Python code for: paths, factories of the program, copies of what is not plain."""

# The functions that make comments and instructions, set by `xml.etree.ElementTree`.
element_factories = [None, None]


def element_path(name, element, *args):
    """Calls a function of the module that knows paths."""
    from xml.etree import ElementPath
    return getattr(ElementPath, name)(element, *args)


def element_native(name):
    """A function of `_elementtree`."""
    found = modules.get("_elementtree")
    return getattr(find_builtin("_elementtree") if found is None else found, name)


def element_started(builder, factory, tag, attrs):
    """Opens an element that a factory makes."""
    return element_native("_started")(builder, factory(tag, attrs))


def element_single(builder, is_comment, factory, *args):
    """Adds a comment or an instruction that a factory makes."""
    return element_native("_made_single")(builder, factory(*args), is_comment)


def element_deepcopy(make, element, memo):
    """Copies an element and all in it."""
    from copy import deepcopy
    made = make(deepcopy(element.tag, memo), deepcopy(element.attrib, memo))
    made.text, made.tail = deepcopy(element.text, memo), deepcopy(element.tail, memo)
    for child in make.__getitem__(element, slice(None)):
        make.append(made, deepcopy(child, memo))
    memo[id(element)] = made
    return made


def element_added(parent, child):
    """Appends to what a factory made."""
    parent.append(child)


def element_parse_error(message):
    """Raises the error of the parser."""
    raise element_native("ParseError")(message)
