"""`_zstd`: streams of Zstandard. Compressing itself is native code (`_ttd_compression`), which gives a new state for every
step."""

import _ttd_compression as _native
from _operator import index

zstd_version, zstd_version_number = "1.5.7", 10507
ZSTD_CLEVEL_DEFAULT = 3
ZSTD_DStreamOutSize = 131072
ZSTD_fast, ZSTD_dfast, ZSTD_greedy, ZSTD_lazy, ZSTD_lazy2, ZSTD_btlazy2, ZSTD_btopt, ZSTD_btultra, ZSTD_btultra2 = \
    range(1, 10)
ZSTD_c_compressionLevel, ZSTD_c_windowLog, ZSTD_c_hashLog, ZSTD_c_chainLog, ZSTD_c_searchLog, ZSTD_c_minMatch, \
    ZSTD_c_targetLength, ZSTD_c_strategy = range(100, 108)
ZSTD_c_enableLongDistanceMatching, ZSTD_c_ldmHashLog, ZSTD_c_ldmMinMatch, ZSTD_c_ldmBucketSizeLog, \
    ZSTD_c_ldmHashRateLog = range(160, 165)
ZSTD_c_contentSizeFlag, ZSTD_c_checksumFlag, ZSTD_c_dictIDFlag = range(200, 203)
ZSTD_c_nbWorkers, ZSTD_c_jobSize, ZSTD_c_overlapLog = range(400, 403)
ZSTD_d_windowLogMax = 100
_BOUNDS = {100: (-131072, 22), 101: (10, 31), 102: (6, 30), 103: (6, 30), 104: (1, 30), 105: (3, 7), 106: (0, 131072),
           107: (1, 9), 160: (0, 2), 161: (6, 30), 162: (4, 4096), 163: (1, 8), 164: (0, 25), 200: (0, 1), 201: (0, 1),
           202: (0, 1), 400: (0, 0), 401: (0, 0), 402: (0, 0)}
_types = [None, None]


class ZstdError(Exception):
    """An error occurred in the zstd library."""


ZstdError.__module__ = "compression.zstd"


def _checked(result, what):
    if isinstance(result, str):
        raise ZstdError(f"Unable to {what}: {result}" if what else result)
    return result


def set_parameter_types(c_parameter_type, d_parameter_type):
    """Set CompressionParameter and DecompressionParameter types for validity check."""
    _types[:] = c_parameter_type, d_parameter_type


def get_param_bounds(parameter, is_compress):
    """Get CompressionParameter/DecompressionParameter bounds."""
    bounds = _BOUNDS.get(parameter) if is_compress else (10, 31) if parameter == ZSTD_d_windowLogMax else None
    if bounds is None:
        raise ZstdError("Unable to get parameter bounds: Unsupported parameter")
    return bounds


def get_frame_size(frame_buffer):
    """Get the size of a Zstandard frame, including the header and optional checksum."""
    size = _native.zstd_length(frame_buffer)
    if isinstance(size, str):
        raise ZstdError("Error when finding the compressed size of a Zstandard frame. Ensure the frame_buffer argument "
                        "starts from the beginning of a frame, and its length is not less than this complete frame. "
                        f"Zstd error message: {size}.")
    return size


def get_frame_info(frame_buffer):
    """Get Zstandard frame infomation from a frame header."""
    found = _native.zstd_frame(frame_buffer)
    if found is None:
        raise ZstdError("Error when getting information from the header of a Zstandard frame. Ensure the frame_buffer "
                        "argument starts from the beginning of a frame, and its length is not less than the frame "
                        "header (6~18 bytes).")
    return found


def train_dict(samples_bytes, samples_sizes, dict_size):
    """Train a Zstandard dictionary on sample data."""
    raise NotImplementedError("training a dictionary is not supported by ttd-py yet")


def finalize_dict(custom_dict_bytes, samples_bytes, samples_sizes, dict_size, compression_level):
    """Finalize a Zstandard dictionary."""
    raise NotImplementedError("finalizing a dictionary is not supported by ttd-py yet")


class ZstdDict:
    """Represents a Zstandard dictionary."""

    __slots__ = ("dict_content", "dict_id")

    def __init__(self, dict_content, /, *, is_raw=False):
        content = _native.octets(dict_content)
        if len(content) < 8:
            raise ValueError("Zstandard dictionary content too short (must have at least eight bytes)")
        self.dict_content = content
        self.dict_id = 0 if is_raw else _native.zstd_dictionary(content)
        if not is_raw and not self.dict_id:
            raise ValueError("invalid Zstandard dictionary")

    as_digested_dict = property(lambda self: (self, 0))
    as_undigested_dict = property(lambda self: (self, 1))

    @property
    def as_prefix(self):
        raise NotImplementedError("a prefix of Zstandard is not supported by ttd-py yet")

    def __len__(self):
        return len(self.dict_content)

    def __repr__(self):
        return f"<ZstdDict dict_id={self.dict_id} dict_size={len(self)}>"


ZstdDict.__module__ = "compression.zstd"


def _dictionary(given):
    if given is None:
        return b""
    if isinstance(given, tuple) and len(given) == 2:
        given = given[0]
    if not isinstance(given, ZstdDict):
        raise TypeError("zstd_dict argument should be a ZstdDict object.")
    return given.dict_content


def _parameters(options, kind):
    wrong = _types[1 - kind]
    made = []
    for key, value in options.items():
        if wrong is not None and isinstance(key, wrong):
            which = "decompression" if kind == 0 else "compression"
            raise TypeError(f"{which} options dictionary key must not be a {wrong.__name__} attribute")
        key, value = index(key), index(value)
        low, high = get_param_bounds(key, kind == 0)
        if value and not low <= value <= high:
            raise ValueError(f"{'de' * kind}compression parameter {key} received an illegal value {value}; "
                             f"the valid range is [{low}, {high}]")
        made.append((key, value))
    return tuple(made)


class ZstdCompressor:
    """Create a compressor object for compressing data incrementally."""

    __slots__ = ("_settings", "_stream", "last_mode")
    CONTINUE, FLUSH_BLOCK, FLUSH_FRAME = range(3)

    def __init__(self, level=None, options=None, zstd_dict=None):
        if level is not None and options is not None:
            raise TypeError("Only one of level or options should be used.")
        parameters = ()
        if level is not None:
            if not isinstance(level, int):
                raise TypeError("invalid type for level, expected int")
            if not -131072 <= level <= 22:
                raise ValueError(f"illegal compression level {level}; the valid range is [-131072, 22]")
            parameters = ((ZSTD_c_compressionLevel, level),)
        elif options is not None:
            if not isinstance(options, dict):
                raise TypeError(f"invalid type for options, expected dict not {type(options).__name__}")
            parameters = _parameters(options, 0)
        self._settings = True, parameters, _dictionary(zstd_dict)
        self._stream = _checked(_native.zstd_stream(*self._settings), "")[0]
        self.last_mode = self.FLUSH_FRAME

    def _step(self, data, mode):
        self._stream, out, _, _ = _checked(_native.step(self._stream, data, -1, (0, 2, 1)[mode]),
                                           "compress Zstandard data")
        self.last_mode = mode
        return out

    def compress(self, /, data, mode=CONTINUE):
        """Provide data to the compressor object."""
        if mode not in (0, 1, 2):
            raise ValueError("mode argument wrong value, it should be one of ZstdCompressor.CONTINUE, "
                             "ZstdCompressor.FLUSH_BLOCK, ZstdCompressor.FLUSH_FRAME.")
        return self._step(_native.octets(data), mode)

    def flush(self, /, mode=FLUSH_FRAME):
        """Finish the compression process."""
        if mode not in (1, 2):
            raise ValueError("mode argument wrong value, it should be ZstdCompressor.FLUSH_FRAME or "
                             "ZstdCompressor.FLUSH_BLOCK.")
        return self._step(b"", mode)

    def set_pledged_input_size(self, size, /):
        """Set the uncompressed content size to be written into the frame header."""
        raise NotImplementedError("a pledged size of Zstandard is not supported by ttd-py yet")


class ZstdDecompressor:
    """Create a decompressor object for decompressing data incrementally."""

    __slots__ = ("_stream", "_rest", "unused_data", "eof", "needs_input")

    def __init__(self, zstd_dict=None, options=None):
        if options is not None and not isinstance(options, dict):
            raise TypeError(f"invalid type for options, expected dict not {type(options).__name__}")
        parameters = _parameters(options or {}, 1)
        self._stream = _checked(_native.zstd_stream(False, parameters, _dictionary(zstd_dict)), "")[0]
        self._rest = self.unused_data = b""
        self.eof, self.needs_input = False, True

    def decompress(self, /, data, max_length=-1):
        """Decompress *data*, returning uncompressed bytes if possible, or b'' otherwise."""
        data, max_length = _native.octets(data), index(max_length)
        if self.eof:
            raise EOFError("Already at the end of a Zstandard frame.")
        data = self._rest + data
        self._stream, out, used, self.eof = _checked(_native.step(self._stream, data, max_length, 0),
                                                     "decompress Zstandard data")
        self._rest = data[used:]
        if self.eof:
            self.unused_data, self._rest = self._rest, b""
            self.needs_input = False
        else:
            self.needs_input = not self._rest and not 0 <= max_length <= len(out)
        return out


ZstdCompressor.__module__ = ZstdDecompressor.__module__ = "compression.zstd"
