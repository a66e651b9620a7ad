"""break outside of a loop."""

if True:
    break
