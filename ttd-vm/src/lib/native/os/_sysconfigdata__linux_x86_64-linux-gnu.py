"""What `sysconfig` knows of the build. There is no C compiler behind this interpreter: only what programs ask for that has
an answer is here."""

build_time_vars = {
    "prefix": "/usr",
    "exec_prefix": "/usr",
    "EXT_SUFFIX": ".ttd-py-314-x86_64-linux-gnu.so",
    "SOABI": "ttd-py-314-x86_64-linux-gnu",
    "MULTIARCH": "x86_64-linux-gnu",
    "TZPATH": "/usr/share/zoneinfo:/usr/lib/zoneinfo:/usr/share/lib/zoneinfo:/etc/zoneinfo",
    "VERSION": "3.14",
    "LDVERSION": "3.14",
    "ABIFLAGS": "",
    "EXE": "",
    "SHLIB_SUFFIX": ".so",
    "WITH_DOC_STRINGS": 1,
    "TEST_MODULES": "no",
    "SIZEOF_VOID_P": 8,
    "Py_GIL_DISABLED": 0,
    "Py_DEBUG": 0,
    "Py_ENABLE_SHARED": 0,
    "HAVE_FORK": 0,
    "HAVE_GETRANDOM": 1,
    "CC": "",
    "CFLAGS": "",
    "LDFLAGS": "",
    "CONFIG_ARGS": "",
    "srcdir": "",
}
