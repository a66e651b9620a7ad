# -*- coding: no-such-coding -*-
print("a")
