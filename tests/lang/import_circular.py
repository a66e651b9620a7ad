"""Two modules that import each other: each sees the other as far as it has come."""
import lib_circle_a
import lib_circle_b

print(lib_circle_a.both(), lib_circle_b.both())
print(lib_circle_b.lib_circle_a is lib_circle_a)
