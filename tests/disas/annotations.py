from __future__ import annotations
x: int = 1
def f(a: x) -> y: pass
