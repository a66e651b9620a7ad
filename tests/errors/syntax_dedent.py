"""A dedent that matches no outer level."""

if True:
        a = 1
    b = 2
