# How many digits of an int go into text and come out of it.
import sys

def attempt(f, *args, **kw):
    try:
        print(len(str(f(*args, **kw))))
    except ValueError as e:
        print(type(e).__name__, e)
    except SyntaxError as e:
        print(type(e).__name__, e.msg)
    except (TypeError, OverflowError) as e:
        print(type(e).__name__, e)

print(sys.get_int_max_str_digits())
attempt(str, 10**4299)
attempt(str, 10**4300)
attempt(repr, -10**4300)
attempt(int, "1" * 4300)
attempt(int, "1" * 4301)
attempt(int, "1_1" * 2200)
attempt(int, "f" * 5000, 16)
attempt("{}".format, 10**5000)
attempt(format, 10**5000, "x")
attempt("%d".__mod__, 10**5000)
attempt(eval, "1" * 5000)
sys.set_int_max_str_digits(5000)
attempt(str, 10**4300)
attempt(str, 10**5000)
sys.set_int_max_str_digits(maxdigits=640)
attempt(int, "1" * 641)
attempt(str, 10**640)
attempt(str, 2**2128)
sys.set_int_max_str_digits(0)
attempt(str, 10**6000)
for wrong in (639, -1, "a", 2**31):
    attempt(sys.set_int_max_str_digits, wrong)
