"""A bracket closed by another one."""

values = [(1, 2], 3)
