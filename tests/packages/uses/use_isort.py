import isort

CODE = "import sys, os\nfrom b import d, c\nimport requests\nfrom . import x\nfrom __future__ import annotations\nfrom a import (z,\n  y)\nimport numpy as np\nx = 1\n"
print(isort.code(CODE))
print(isort.code(CODE, profile="black", force_single_line=True, known_first_party=["a"]))
print(isort.check_code("import b\nimport a\n"), isort.place_module("os"), isort.place_module("zzz"))
