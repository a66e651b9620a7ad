"""Tabs and spaces mixed in one block."""

if True:
        a = 1
	b = 2
