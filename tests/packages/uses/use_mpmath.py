from mpmath import diff, findroot, gamma, linspace, matrix, mp, mpc, mpf, nsum, pi, quad, sin, sqrt, zeta, inf, lu_solve, polyroots

mp.dps = 40
print(pi, sqrt(mpf(2)), mp.e ** (1j * pi))
print(gamma(mpf("0.5")), zeta(3), quad(lambda x: sin(x), [0, pi]))
mp.dps = 15
print(findroot(lambda x: x**3 - 2, 1), diff(sin, 0), nsum(lambda n: 1 / n**2, [1, inf]), polyroots([1, -3, 2]))
print(lu_solve(matrix([[1, 2], [3, 4]]), matrix([5, 6])), mpc(1, 2) * mpc(3, -1), linspace(0, 1, 3), mp.identify(0.5))
