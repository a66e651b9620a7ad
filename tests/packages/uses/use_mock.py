import asyncio

from mock import ANY, AsyncMock, DEFAULT, MagicMock, Mock, PropertyMock, call, create_autospec, mock_open, patch, sentinel
import os


class Real:
    attr = 3

    def method(self, a, b=2):
        return a + b


m = MagicMock(spec=Real)
m.method.side_effect = [1, ValueError("x"), DEFAULT]
print(m.method(1), m.method.call_args, isinstance(m, Real))
try:
    m.method(5, b=6)
except ValueError as e:
    print(e)
m.method.assert_any_call(1)
for f in (lambda: m.nope, lambda: m.method.assert_called_once(), lambda: m.method.assert_called_with(7), lambda: create_autospec(Real)().method()):
    try:
        f()
    except Exception as e:
        print(type(e).__name__, e)
with patch("os.getcwd", return_value="/x") as g, patch.dict(os.environ, {"Q": "1"}), patch.object(Real, "attr", new_callable=PropertyMock, return_value=9):
    print(os.getcwd(), os.environ["Q"], Real().attr, g.mock_calls)
with patch("builtins.open", mock_open(read_data="a\nb\n")):
    print(open("zz").read(), [l for l in open("y")])
a = AsyncMock(return_value=4)
print(asyncio.run(a(1)), a.await_count, a.await_args, sentinel.x, call(1).foo(2), call(1, ANY) == call(1, 2))
mm = MagicMock()
mm[3].x.return_value = 1
mm.__len__.return_value = 8
print(len(mm), mm[3].x(), mm.mock_calls, mm < 3 if False else "")
