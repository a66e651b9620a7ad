"""Lets the installed package compile a text."""
import os
import sys

here = os.path.dirname(os.path.abspath(__file__))
for folder in ("packages", "site-packages"):
    sys.path.insert(0, os.path.join(here, folder))

import stock

print(stock.evaluate("price * 2", price=4))
