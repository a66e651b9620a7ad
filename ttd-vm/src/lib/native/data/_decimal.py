"""`_decimal` does not exist: `decimal` is `_pydecimal`, whose class `Decimal` is made the native one before."""

import _ttd_decimal

_ttd_decimal.replace_class()
raise ModuleNotFoundError("No module named '_decimal'", name="_decimal")
