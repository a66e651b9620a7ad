"""`_symtable`: the scopes of a program and what its names are in them, from its syntax tree.

A first pass makes the blocks and notes how names are used, a second decides from the outside in where each belongs, and
returns from the inside out which names are free."""

import ast as _ast

DEF_GLOBAL, DEF_LOCAL, DEF_PARAM, DEF_NONLOCAL, USE, DEF_FREE, DEF_FREE_CLASS = 1, 2, 4, 8, 16, 32, 64
DEF_IMPORT, DEF_ANNOT, DEF_COMP_ITER, DEF_TYPE_PARAM, DEF_COMP_CELL = 128, 256, 512, 1024, 2048
DEF_BOUND = DEF_LOCAL | DEF_PARAM | DEF_IMPORT
_BINDS = DEF_BOUND | DEF_TYPE_PARAM
(TYPE_FUNCTION, TYPE_CLASS, TYPE_MODULE, TYPE_ANNOTATION, TYPE_TYPE_ALIAS, TYPE_TYPE_PARAMETERS,
 TYPE_TYPE_VARIABLE) = range(7)
LOCAL, GLOBAL_EXPLICIT, GLOBAL_IMPLICIT, FREE, CELL = range(1, 6)
SCOPE_OFF, SCOPE_MASK = 12, 15

_COMPREHENSIONS = {"ListComp": "listcomp", "SetComp": "setcomp", "DictComp": "dictcomp", "GeneratorExp": "genexpr"}


class _Entry:
    __slots__ = ("id", "name", "type", "lineno", "nested", "symbols", "varnames", "children",
                 "_inlined", "_sees_class", "_private", "_target", "_top")

    def __init__(self, name, kind, lineno, parent):
        self.name, self.type, self.lineno = name, kind, lineno
        self.id = id(self)
        self.symbols, self.varnames, self.children = {}, [], []
        self.nested = int(parent is not None and (parent.nested or parent._is_function()))
        self._inlined = self._sees_class = self._target = False
        self._private = parent._private if parent is not None else None
        self._top = self if parent is None else parent._top
        if parent is not None:
            parent.children.append(self)

    def __repr__(self):
        return f"<symtable entry {self.name}({self.id}), line {self.lineno}>"

    def _is_function(self):
        return self.type not in (TYPE_CLASS, TYPE_MODULE)

    def _add(self, name, flag):
        if self._private and name.startswith("__") and not name.endswith("__") and "." not in name:
            name = f"_{self._private}{name}"
        if flag & DEF_PARAM:
            self.varnames.append(name)
        if self._target and flag & DEF_LOCAL:
            flag |= DEF_COMP_ITER
        self.symbols[name] = self.symbols.get(name, 0) | flag
        if flag & DEF_GLOBAL:
            names = self._top.symbols
            names[name] = names.get(name, 0) | flag


_Entry.__name__ = _Entry.__qualname__ = "symtable entry"


class _Pass:
    """The first pass: blocks and uses."""

    def __init__(self):
        self.at = None

    def enter(self, name, kind, node):
        self.at = _Entry(name, kind, getattr(node, "lineno", 0), self.at)
        return self.at

    def each(self, nodes):
        for node in nodes:
            if node is not None:
                self.visit(node)

    def visit(self, node):
        method = getattr(self, type(node).__name__, None)
        if method is not None:
            method(node)
        elif type(node).__name__ in _COMPREHENSIONS:
            self.comprehension_block(node)
        else:
            self.each(_ast.iter_child_nodes(node))

    # ---- names

    def Name(self, node):
        self.at._add(node.id, USE if isinstance(node.ctx, _ast.Load) else DEF_LOCAL)
        if node.id == "super" and isinstance(node.ctx, _ast.Load) and self.at._is_function():
            self.at._add("__class__", USE)

    def Global(self, node):
        for name in node.names:
            self.at._add(name, DEF_GLOBAL)

    def Nonlocal(self, node):
        for name in node.names:
            self.at._add(name, DEF_NONLOCAL)

    def alias(self, node):
        if node.name != "*":
            self.at._add(node.asname or node.name.partition(".")[0], DEF_IMPORT)

    def ExceptHandler(self, node):
        self.each([node.type])
        if node.name:
            self.at._add(node.name, DEF_LOCAL)
        self.each(node.body)

    def pattern(self, node):
        self.each(_ast.iter_child_nodes(node))
        name = node.rest if isinstance(node, _ast.MatchMapping) else node.name
        if name:
            self.at._add(name, DEF_LOCAL)

    MatchAs = MatchStar = MatchMapping = pattern

    def AnnAssign(self, node):
        if isinstance(node.target, _ast.Name):
            if node.simple:
                self.at._add(node.target.id, DEF_ANNOT | DEF_LOCAL)
            elif node.value is not None:
                self.at._add(node.target.id, DEF_LOCAL)
        else:
            self.visit(node.target)
        self.visit(node.annotation)
        self.each([node.value])

    def Assign(self, node):
        self.each(node.targets)
        self.visit(node.value)

    def NamedExpr(self, node):
        name, outer = node.target.id, self.at
        # The name belongs to the scope around comprehensions.
        for block, around in reversed(self.comprehensions):
            if outer is block:
                outer = around
        if outer is not self.at:
            flag = DEF_NONLOCAL if outer._is_function() else DEF_GLOBAL
            if outer.symbols.get(name, 0) & DEF_GLOBAL:
                flag = DEF_GLOBAL
            self.at._add(name, flag)
            outer._add(name, DEF_LOCAL if outer._is_function() else DEF_GLOBAL)
        self.visit(node.value)
        self.visit(node.target)

    comprehensions = ()

    # ---- blocks

    def function(self, node):
        self.at._add(node.name, DEF_LOCAL)
        arguments = node.args
        self.each(arguments.defaults)
        self.each(arguments.kw_defaults)
        self.each(node.decorator_list)
        outer = self.at
        if node.type_params:
            self.enter_parameters(node)
        for each in (*arguments.posonlyargs, *arguments.args, arguments.vararg, *arguments.kwonlyargs, arguments.kwarg):
            if each is not None and each.annotation is not None:
                self.visit(each.annotation)
        self.each([node.returns])
        self.body(node.name, node, arguments, node.body)
        self.at = outer

    FunctionDef = AsyncFunctionDef = function

    def Lambda(self, node):
        self.each(node.args.defaults)
        self.each(node.args.kw_defaults)
        self.body("lambda", node, node.args, [node.body])

    def body(self, name, node, arguments, body):
        outer = self.at
        block = self.enter(name, TYPE_FUNCTION, node)
        names = [*arguments.posonlyargs, *arguments.args, *arguments.kwonlyargs]
        for each in (*names, arguments.vararg, arguments.kwarg):
            if each is not None:
                block._add(each.arg, DEF_PARAM)
        self.each(body)
        self.at = outer

    def ClassDef(self, node):
        self.at._add(node.name, DEF_LOCAL)
        self.each(node.decorator_list)
        outer = self.at
        if node.type_params:
            block = self.enter_parameters(node)
        private, self.at._private = self.at._private, node.name.lstrip("_") or None
        self.each(node.bases)
        self.each(node.keywords)
        block = self.enter(node.name, TYPE_CLASS, node)
        if node.type_params:
            block._add("__type_params__", DEF_LOCAL)
            block._add(".type_params", USE)
        self.each(node.body)
        block_outer = self.at = outer
        block_outer._private = private if not node.type_params else block_outer._private

    def enter_parameters(self, node):
        block = self.enter(node.name, TYPE_TYPE_PARAMETERS, node)
        if isinstance(node, _ast.ClassDef):
            for name in (".type_params", ".generic_base"):
                block._add(name, DEF_LOCAL)
                block._add(name, USE)
        elif not isinstance(node, _ast.TypeAlias):
            for name, given in ((".defaults", True), (".kwdefaults", any(node.args.kw_defaults))):
                if given:
                    block._add(name, DEF_PARAM)
        self.each(node.type_params)
        return block

    def parameter(self, node):
        self.at._add(node.name, DEF_TYPE_PARAM | DEF_LOCAL)
        for part in (getattr(node, "bound", None), node.default_value):
            if part is not None:
                outer = self.at
                self.enter(node.name, TYPE_TYPE_VARIABLE, part)
                self.visit(part)
                self.at = outer

    TypeVar = TypeVarTuple = ParamSpec = parameter

    def TypeAlias(self, node):
        self.visit(node.name)
        outer, name = self.at, node.name.id
        if node.type_params:
            block = self.enter(name, TYPE_TYPE_PARAMETERS, node)
            self.each(node.type_params)
        self.enter(name, TYPE_TYPE_ALIAS, node)
        self.visit(node.value)
        self.at = outer

    def comprehension_block(self, node):
        first, *others = node.generators
        self.visit(first.iter)
        outer = self.at
        block = self.enter(_COMPREHENSIONS[type(node).__name__], TYPE_FUNCTION, node)
        block._inlined = not isinstance(node, _ast.GeneratorExp) and not outer._sees_class
        kept, self.comprehensions = self.comprehensions, [*self.comprehensions, (block, outer)]
        block._add(".0", DEF_PARAM)
        self.target(first)
        for each in others:
            self.target(each, True)
        if isinstance(node, _ast.DictComp):
            self.each([node.key, node.value])
        else:
            self.visit(node.elt)
        self.comprehensions = kept
        self.at = outer

    def target(self, generator, with_iter=False):
        self.at._target = True
        self.visit(generator.target)
        self.at._target = False
        if with_iter:
            self.visit(generator.iter)
        self.each(generator.ifs)


def _place(block, scopes, name, flags, bound, local, free, known_global):
    """Decides where one name belongs."""
    if flags & DEF_GLOBAL:
        scopes[name] = GLOBAL_EXPLICIT
        known_global.add(name)
        if bound is not None:
            bound.discard(name)
    elif flags & DEF_NONLOCAL:
        scopes[name] = FREE
        free.add(name)
    elif flags & _BINDS:
        scopes[name] = LOCAL
        local.add(name)
        known_global.discard(name)
    elif bound is not None and name in bound:
        scopes[name] = FREE
        free.add(name)
    else:
        scopes[name] = GLOBAL_IMPLICIT


def _analyze(block, bound, known_global):
    """Places all names of a block and of those in it; returns which are free in it."""
    scopes, local, free, new_bound, new_free, cells = {}, set(), set(), set(), set(), set()
    is_class = block.type == TYPE_CLASS
    inherited = set(known_global) if is_class else None
    if is_class and bound is not None:
        new_bound |= bound
    for name, flags in block.symbols.items():
        _place(block, scopes, name, flags, bound, local, free, known_global)
    if is_class:
        new_bound |= {"__class__", "__classdict__"}
        new_global = inherited
    else:
        if block._is_function():
            new_bound |= local
        if bound is not None:
            new_bound |= bound
        new_global = known_global
    children = []
    for child in block.children:
        child_free = _analyze(child, set(new_bound), set(new_global))
        if child._inlined:
            _inline(block, child, scopes, child_free, cells)
            children += child.children
        else:
            children.append(child)
        new_free |= child_free
    block.children[:] = children
    if block._is_function():
        for name, scope in scopes.items():
            if scope == LOCAL and (name in new_free or name in cells):
                scopes[name] = CELL
                new_free.discard(name)
    elif is_class:
        new_free -= {"__class__", "__classdict__"}
    _record(block, scopes, bound, new_free, cells)
    return free | new_free


def _inline(block, inner, scopes, inner_free, cells):
    """Moves the names of a comprehension, which runs in the frame around it, into its block."""
    for name, flags in inner.symbols.items():
        if flags & DEF_PARAM:
            continue
        scope, flags = flags >> SCOPE_OFF & SCOPE_MASK, flags & (1 << SCOPE_OFF) - 1
        if scope == CELL or flags & DEF_COMP_CELL:
            cells.add(name)
        existing = block.symbols.get(name)
        if existing is None:
            if scope == FREE and block.type == TYPE_CLASS and name == "__class__":
                scope = GLOBAL_IMPLICIT
                inner_free.discard(name)
            block.symbols[name], scopes[name] = flags, scope
        elif existing & _BINDS and block.type != TYPE_CLASS and not any(
                child.symbols.get(name, 0) >> SCOPE_OFF & SCOPE_MASK == FREE for child in inner.children):
            inner_free.discard(name)


def _record(block, scopes, bound, free, cells):
    for name, flags in block.symbols.items():
        if name in cells:
            flags |= DEF_COMP_CELL
        block.symbols[name] = flags | scopes[name] << SCOPE_OFF
    for name in sorted(free):
        flags = block.symbols.get(name)
        if flags is not None:
            if block.type == TYPE_CLASS and flags & (_BINDS | DEF_GLOBAL):
                block.symbols[name] = flags | DEF_FREE_CLASS
        elif bound is None or name in bound:
            block.symbols[name] = FREE << SCOPE_OFF


def symtable(source, filename, startstr, /):
    """Return symbol and scope dictionaries used internally by compiler."""
    if startstr not in ("exec", "eval", "single"):
        raise ValueError("symtable() arg 3 must be 'exec' or 'eval' or 'single'")
    compile(source, filename, startstr, dont_inherit=True)
    tree = compile(source, filename, startstr, _ast.PyCF_ONLY_AST, dont_inherit=True)
    blocks = _Pass()
    top = blocks.enter("top", TYPE_MODULE, tree)
    top.lineno = 0
    blocks.visit(tree)
    _analyze(top, None, set())
    return top
