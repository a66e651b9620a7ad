# Compiled files: their names, their header, and the loaders' part of reading and writing them. What follows the header
# is `marshal` of the module's code, which is checked when it is read.

PYCACHE = "__pycache__"
MAGIC_NUMBER = _core.magic_number().to_bytes(2, "little") + b"\r\n"


def cache_tag():
    return sys_module.implementation.cache_tag


def cache_from_source(path, debug_override=None, *, optimization=None):
    """Given the path to a .py file, return the path to its .pyc file."""
    import posix
    if debug_override is not None:
        from _warnings import warn
        warn("the debug_override parameter is deprecated; use 'optimization' instead", DeprecationWarning)
        if optimization is not None:
            raise TypeError("debug_override or optimization must be set to None")
        optimization = "" if debug_override else 1
    path = posix.fspath(path)
    head, slash, tail = path.rpartition("/")
    base, dot, rest = tail.rpartition(".")
    tag = cache_tag()
    if tag is None:
        raise NotImplementedError("sys.implementation.cache_tag is None")
    name = f"{base or rest}{dot}{tag}"
    if optimization is None:
        optimization = sys_module.flags.optimize or ""
    optimization = str(optimization)
    if optimization != "":
        if not optimization.isalnum():
            raise ValueError(f"{optimization!r} is not alphanumeric")
        name = f"{name}.opt-{optimization}"
    name += ".pyc"
    prefix = sys_module.pycache_prefix
    if prefix is not None:
        if head[:1] != "/" and not (slash and not head):
            head = f"{working_folder()}/{head}" if head else working_folder()
        return "/".join([prefix.rstrip("/"), *[part for part in (head.strip("/"), name) if part]])
    if slash:
        return f"{head}/{PYCACHE}/{name}"
    return f"{PYCACHE}/{name}"


def source_from_cache(path):
    """Given the path to a .pyc file, return the path to its .py file."""
    import posix
    if cache_tag() is None:
        raise NotImplementedError("sys.implementation.cache_tag is None")
    path = posix.fspath(path)
    head, _, name = path.rpartition("/")
    prefix = sys_module.pycache_prefix
    below_prefix = False
    if prefix is not None:
        stripped = prefix.rstrip("/")
        if head.startswith(stripped + "/"):
            head, below_prefix = head[len(stripped):], True
    if not below_prefix:
        head, slash, folder = head.rpartition("/")
        if folder != PYCACHE:
            raise ValueError(f"{PYCACHE} not bottom-level directory in {path!r}")
        if slash and not head:
            head = "/"
    dots = name.count(".")
    if dots not in (2, 3):
        raise ValueError(f"expected only 2 or 3 dots in {name!r}")
    if dots == 3:
        optimization = name.rsplit(".", 2)[-2]
        if not optimization.startswith("opt-"):
            raise ValueError("optimization portion of filename does not start with 'opt-'")
        if not optimization[4:].isalnum():
            raise ValueError(f"optimization level {optimization!r} is not an alphanumeric value")
    source = name.partition(".")[0] + ".py"
    return f"{head.rstrip('/')}/{source}" if head else source


def cached_file(origin):
    """Where the compiled file of a source file is kept."""
    if origin.endswith(".py"):
        try:
            return cache_from_source(origin)
        except NotImplementedError:
            return None
    return origin if origin.endswith(".pyc") else None


def pyc_number(data):
    return int.from_bytes(data, "little")


def classify_pyc(data, name, exc_details):
    """Checks the header of a compiled file; returns its flags."""
    magic = data[:4]
    if magic != MAGIC_NUMBER:
        raise ImportError(f"bad magic number in {name!r}: {magic!r}", **exc_details)
    if len(data) < 16:
        raise EOFError(f"reached EOF while reading pyc header of {name!r}")
    flags = pyc_number(data[4:8])
    if flags & ~3:
        raise ImportError(f"invalid flags {flags!r} in {name!r}", **exc_details)
    return flags


def validate_timestamp_pyc(data, source_mtime, source_size, name, exc_details):
    stale = pyc_number(data[8:12]) != source_mtime & 0xFFFFFFFF
    if stale or source_size is not None and pyc_number(data[12:16]) != source_size & 0xFFFFFFFF:
        raise ImportError(f"bytecode is stale for {name!r}", **exc_details)


def validate_hash_pyc(data, source_hash, name, exc_details):
    if data[8:16] != source_hash:
        raise ImportError(f"hash in bytecode doesn't match hash of source {name!r}", **exc_details)


def compile_bytecode(data, name=None, bytecode_path=None, source_path=None):
    """Makes the code object of what follows the header."""
    from marshal import loads
    code = loads(data)
    if type(code).__name__ != "code":
        raise ImportError(f"Non-code object in {bytecode_path!r}", name=name, path=bytecode_path)
    if source_path is not None and code.co_filename != source_path:
        code = _core.refiled_code(code, source_path)
    return code


def pyc_field(number):
    return (int(number) & 0xFFFFFFFF).to_bytes(4, "little")


def code_to_timestamp_pyc(code, mtime=0, source_size=0):
    """Produce the data for a timestamp-based pyc."""
    from marshal import dumps
    return bytearray(MAGIC_NUMBER + bytes(4) + pyc_field(mtime) + pyc_field(source_size) + dumps(code))


def code_to_hash_pyc(code, source_hash, checked=True):
    """Produce the data for a hash-based pyc."""
    from marshal import dumps
    return bytearray(MAGIC_NUMBER + pyc_field(1 | checked << 1) + source_hash + dumps(code))


def calc_mode(path):
    """Calculate the mode permissions for a bytecode file."""
    import posix
    try:
        mode = posix.stat(path).st_mode
    except OSError:
        mode = 0o666
    return mode | 0o200


def write_atomic(path, data, mode=0o666):
    """Writes a file under another name first, so that nobody sees half of it."""
    import posix
    temporary = f"{path}.{id(path)}"
    fd = posix.open(temporary, posix.O_EXCL | posix.O_CREAT | posix.O_WRONLY, mode & 0o666)
    try:
        try:
            written = posix.write(fd, data)
        finally:
            posix.close(fd)
        if written != len(data):
            raise OSError("os.write() failed to write the whole data")
        posix.replace(temporary, path)
    except OSError:
        try:
            posix.unlink(temporary)
        except OSError:
            pass
        raise


def write_compiled(path, data, mode):
    """Writes a compiled file and the folders above it; that it cannot be written is no error."""
    import posix
    folder = path.rpartition("/")[0]
    missing = []
    while folder and not folder_exists(folder):
        missing.append(folder)
        folder = folder.rpartition("/")[0]
    try:
        for folder in reversed(missing):
            try:
                posix.mkdir(folder)
            except FileExistsError:
                pass
        write_atomic(path, data, mode)
    except OSError:
        pass


def folder_exists(path):
    import posix
    try:
        return posix.stat(path).st_mode & 0o170000 == 0o040000
    except OSError:
        return False


def code_from_cache(loader, fullname, source_path):
    """`SourceLoader.get_code`: reads the compiled file if it is up to date, else compiles and perhaps writes it."""
    mtime = size = source = source_hash = None
    hash_based, check_source = False, True
    try:
        bytecode_path = cache_from_source(source_path)
    except NotImplementedError:
        bytecode_path = None
    else:
        try:
            stats = loader.path_stats(source_path)
        except OSError:
            pass
        else:
            mtime, size = int(stats["mtime"]), stats.get("size")
            try:
                data = loader.get_data(bytecode_path)
            except OSError:
                pass
            else:
                details = {"name": fullname, "path": bytecode_path}
                try:
                    flags = classify_pyc(data, fullname, details)
                    hash_based, check_source = flags & 1 != 0, flags & 2 != 0
                    if hash_based:
                        import _imp
                        if _imp.check_hash_based_pycs != "never" and (
                                check_source or _imp.check_hash_based_pycs == "always"):
                            source = loader.get_data(source_path)
                            source_hash = _imp.source_hash(pyc_number(MAGIC_NUMBER), source)
                            validate_hash_pyc(data, source_hash, fullname, details)
                    else:
                        validate_timestamp_pyc(data, mtime, size, fullname, details)
                except (ImportError, EOFError):
                    pass
                else:
                    code = compile_bytecode(data[16:], fullname, bytecode_path, source_path)
                    if _core.fits_role(code, source_path, loader):
                        if source is None:
                            source = loader.get_data(source_path)
                        _core.keep_source(source, source_path)
                        return code
    if source is None:
        source = loader.get_data(source_path)
    code = loader.source_to_code(source, source_path)
    if not sys_module.dont_write_bytecode and bytecode_path is not None and mtime is not None:
        if hash_based:
            if source_hash is None:
                import _imp
                source_hash = _imp.source_hash(pyc_number(MAGIC_NUMBER), source)
            data = code_to_hash_pyc(code, source_hash, check_source)
        else:
            data = code_to_timestamp_pyc(code, mtime, len(source))
        try:
            loader._cache_bytecode(source_path, bytecode_path, data)
        except NotImplementedError:
            pass
    return code
