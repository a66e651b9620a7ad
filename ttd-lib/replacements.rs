//! Texts of the standard library that are replaced when it is packed.

/// What the library says about another interpreter, or needs files for: module, text, and what replaces it.
pub(crate) const REPLACEMENTS: &[(&str, &str, &str)] = &[
    ("sysconfig", "return 'RustPython'", "return 'Python'"),
    ("site", "return 'RustPython'", "return 'Python'"),
    // Tracebacks and warnings show the lines of a program that the command line gave.
    ("linecache", "\ncache = {}", "\nimport _imp\n\ncache = _imp._program_sources()"),
    (
        "venv",
        "        self.install_scripts(context, path)\n",
        concat!(
            "        import tempfile\n",
            "        from venv import _files\n",
            "        with tempfile.TemporaryDirectory() as path:\n",
            "            _files.unpack(path)\n",
            "            self.install_scripts(context, path)\n",
        ),
    ),
    (
        "ensurepip",
        concat!(
            "    return resources.as_file(\n",
            "        resources.files('ensurepip')\n",
            "        / '_bundled'\n",
            "        / f'pip-{_PIP_VERSION}-py3-none-any.whl'\n",
            "    )\n",
        ),
        concat!(
            "    return _bundled_wheel(f'pip-{_PIP_VERSION}-py3-none-any.whl')\n",
            "\n",
            "\n",
            "@contextmanager\n",
            "def _bundled_wheel(name):\n",
            "    import _ttd_bundled\n",
            "    with tempfile.TemporaryDirectory() as folder:\n",
            "        path = Path(folder, name)\n",
            "        path.write_bytes(_ttd_bundled.pip_wheel())\n",
            "        yield path\n",
        ),
    ),
    ("ensurepip", "from contextlib import nullcontext\n", "from contextlib import contextmanager, nullcontext\n"),
    (
        "_pydecimal",
        "raise ValueError(\"Invalid format specifier: \" + format_spec)",
        "raise ValueError(\"invalid format string\")",
    ),
    (
        "_pydecimal",
        concat!(
            "raise ValueError(\"Fill character conflicts with '0'\"\n",
            "                             \" in format specifier: \" + format_spec)",
        ),
        "raise ValueError(\"invalid format string\")",
    ),
    (
        "_pydecimal",
        concat!(
            "raise ValueError(\"Alignment conflicts with '0' in \"\n",
            "                             \"format specifier: \" + format_spec)",
        ),
        "raise ValueError(\"invalid format string\")",
    ),
    (
        "_pydecimal",
        concat!(
            "raise ValueError(\"Explicit thousands separator conflicts with \"\n",
            "                             \"'n' type in format specifier: \" + format_spec)",
        ),
        "raise ValueError(\"invalid format string\")",
    ),
    // In the order in which contexts show their signals.
    (
        "_pydecimal",
        concat!(
            "_signals = [Clamped, DivisionByZero, Inexact, Overflow, Rounded,\n",
            "            Underflow, InvalidOperation, Subnormal, FloatOperation]\n",
        ),
        concat!(
            "_signals = [Clamped, InvalidOperation, DivisionByZero, Inexact, FloatOperation,\n",
            "            Overflow, Rounded, Subnormal, Underflow]\n",
        ),
    ),
    (
        "zoneinfo._zoneinfo",
        "return f\"{self.__class__.__name__}(key={self._key!r})\"",
        "return f\"{'zoneinfo.' * (type(self) is ZoneInfo)}{self.__class__.__name__}(key={self._key!r})\"",
    ),
    (
        "zoneinfo._zoneinfo",
        "return f\"{self.__class__.__name__}.from_file({self._file_repr})\"",
        "return f\"{'zoneinfo.' * (type(self) is ZoneInfo)}{self.__class__.__name__}.from_file({self._file_repr})\"",
    ),
    // There is no C API; programs that can do without look for its name.
    ("ctypes", "else:\n    pythonapi = PyDLL(None)\n", ""),
    ("site", "        buffer.append(USER_BASE)\n", "        buffer.append(getuserbase())\n"),
    ("site", "        buffer.append(USER_SITE)\n", "        buffer.append(getusersitepackages())\n"),
];
