# `sys.monitoring`: the bookkeeping. The machine reads the lists when something happens, see `interp/tracing/monitoring.rs`.

_MONITORED = ("PY_START", "PY_RESUME", "PY_RETURN", "PY_YIELD", "CALL", "LINE", "INSTRUCTION", "JUMP", "BRANCH_LEFT",
              "BRANCH_RIGHT", "STOP_ITERATION", "RAISE", "EXCEPTION_HANDLED", "PY_UNWIND", "PY_THROW", "RERAISE",
              "C_RETURN", "C_RAISE", "BRANCH")
_CALL, _C_ENDS, _BRANCH, _BRANCHES, _FIRST_GLOBAL = 1 << 4, 3 << 16, 1 << 18, 3 << 8, 11
# The events of each tool, its callbacks by event, its events by code object, what callbacks disabled by code object,
# DISABLE, MISSING, all events that are wanted, the function for DISABLE, the names of the tools.
_monitored = [[0] * 8, [[None] * len(_MONITORED) for _ in range(8)], {}, {}, None, None, 0, None, [None] * 8]


def _tool_number(tool, in_use=True):
    if not isinstance(tool, int):
        raise TypeError(f"'{type(tool).__name__}' object cannot be interpreted as an integer")
    if not 0 <= tool < 6:
        raise ValueError(f"invalid tool {tool} (must be between 0 and 5)")
    if in_use and _monitored[8][tool] is None:
        raise ValueError(f"tool {tool} is not in use")
    return tool


def _refresh_monitoring():
    wanted = 0
    for events in _monitored[0]:
        wanted |= events
    for own in _monitored[2].values():
        for events in own:
            wanted |= events
    _monitored[6] = wanted
    _core.set_monitoring(_monitored)


def _asked_events(events, limit, what):
    if not isinstance(events, int):
        raise TypeError(f"'{type(events).__name__}' object cannot be interpreted as an integer")
    if not 0 <= events < limit:
        raise ValueError(f"invalid {what} 0x{events & 0xffffffff:x}")
    if events & _C_ENDS and not events & _CALL:
        raise ValueError("cannot set C_RETURN or C_RAISE events independently")
    if events & _BRANCH:
        events = events & ~_BRANCH | _BRANCHES
    return events & ~_C_ENDS


def _code_argument(code):
    if type(code).__name__ != "code":
        raise TypeError("code must be a code object")
    return code


def use_tool_id(tool_id, name, /):
    tool_id = _tool_number(tool_id, False)
    if not isinstance(name, str):
        raise ValueError("tool name must be a str")
    if _monitored[8][tool_id] is not None:
        raise ValueError(f"tool {tool_id} is already in use")
    _monitored[8][tool_id] = name


def clear_tool_id(tool_id, /):
    tool_id = _tool_number(tool_id, False)
    if _monitored[8][tool_id] is None:
        return
    _monitored[0][tool_id] = 0
    _monitored[1][tool_id][:] = [None] * len(_MONITORED)
    for own in _monitored[2].values():
        own[tool_id] = 0
    _refresh_monitoring()


def free_tool_id(tool_id, /):
    clear_tool_id(tool_id)
    _monitored[8][tool_id] = None


def get_tool(tool_id, /):
    return _monitored[8][_tool_number(tool_id, False)]


def register_callback(tool_id, event, func, /):
    tool_id = _tool_number(tool_id, False)
    if not isinstance(event, int):
        raise TypeError(f"'{type(event).__name__}' object cannot be interpreted as an integer")
    if event <= 0 or event & (event - 1):
        raise ValueError("The callback can only be set for one event at a time")
    number = event.bit_length() - 1
    if number >= len(_MONITORED):
        raise ValueError(f"invalid event {event}")
    _core.audit("sys.monitoring.register_callback", func)
    own = _monitored[1][tool_id]
    before, own[number] = own[number], func
    return before


def get_events(tool_id, /):
    return _monitored[0][_tool_number(tool_id, False)]


def set_events(tool_id, event_set, /):
    tool_id = _tool_number(tool_id, False)
    events = _asked_events(event_set, 1 << len(_MONITORED), "event set")
    _monitored[0][_tool_number(tool_id)] = events
    _refresh_monitoring()


def get_local_events(tool_id, code, /):
    own = _monitored[2].get(_code_argument(code))
    return own[_tool_number(tool_id, False)] if own else 0


def set_local_events(tool_id, code, event_set, /):
    _code_argument(code)
    tool_id = _tool_number(tool_id)
    events = _asked_events(event_set, 1 << len(_MONITORED), "local event set")
    if events >> _FIRST_GLOBAL:
        raise ValueError(f"invalid local event set 0x{event_set:x}")
    own = _monitored[2].setdefault(code, [0] * 8)
    own[tool_id] = events
    disabled = _monitored[3].get(code)
    if disabled:
        for site in list(disabled):
            disabled[site] &= ~(1 << tool_id)
    _refresh_monitoring()


def restart_events():
    _monitored[3].clear()


def _all_events():
    found = {}
    for number, name in enumerate(_MONITORED):
        tools = sum(1 << tool for tool, events in enumerate(_monitored[0]) if events >> number & 1)
        if tools:
            found[name] = tools
    return found


def _disable_monitored(code, site, tool, number):
    if number >= _FIRST_GLOBAL and 1 << number != _BRANCH:
        _monitored[1][tool][number] = None
        raise ValueError(f"Cannot disable {_MONITORED[number]} events. Callback removed.")
    sites = _monitored[3].setdefault(code, {})
    sites[site] = sites.get(site, 0) | 1 << tool


def fill_monitoring(namespace):
    for function in (use_tool_id, clear_tool_id, free_tool_id, get_tool, register_callback, get_events, set_events,
                     get_local_events, set_local_events, restart_events, _all_events):
        namespace[function.__name__] = function
    _monitored[4], _monitored[5], _monitored[7] = object(), object(), _disable_monitored
    namespace.update(
        DEBUGGER_ID=0, COVERAGE_ID=1, PROFILER_ID=2, OPTIMIZER_ID=5, DISABLE=_monitored[4], MISSING=_monitored[5],
        events=SimpleNamespace(NO_EVENTS=0, **{name: 1 << i for i, name in enumerate(_MONITORED)}))
