"""A helper for the sysconfig module."""


def config_vars():
    """Returns a dictionary containing build variables intended to be exposed by sysconfig."""
    return {"ABIFLAGS": "", "EXT_SUFFIX": ".ttd-py-314-x86_64-linux-gnu.so", "Py_DEBUG": 0, "Py_GIL_DISABLED": 0,
            "SOABI": "ttd-py-314-x86_64-linux-gnu"}
