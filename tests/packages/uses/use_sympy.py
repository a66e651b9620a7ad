from sympy import (Eq, Matrix, Rational, Symbol, cos, diff, expand, factor, integrate, latex, limit, oo, pi, simplify,
                   sin, solve, sqrt, symbols, sympify)

x, y = symbols("x y")
print(expand((x + y) ** 3), factor(x**3 - x), simplify(sin(x) ** 2 + cos(x) ** 2))
print(diff(sin(x) * x**2, x), integrate(x * cos(x), x), limit(sin(x) / x, x, 0), integrate(x**2, (x, 0, 3)))
print(solve(x**2 - 2, x), solve([Eq(x + y, 3), Eq(x - y, 1)], [x, y]))
m = Matrix([[1, 2], [3, 4]])
print(m.det(), m.inv(), (m**2).tolist(), m.charpoly().as_expr())
print(pi.evalf(30), sqrt(8), Rational(3, 4) + Rational(1, 6), latex(sqrt(x) / (1 + y)))
print(sympify("2*x + 3*(x-1)"), (1 / x).series(x, 1, 3))
