from docopt import docopt

DOC = """Ship.

Usage:
  ship new <name>...
  ship <name> move <x> <y> [--speed=<kn>]
  ship (-h | --help)

Options:
  -h --help      Show this.
  --speed=<kn>   Speed [default: 10].
"""
for argv in ("new a b", "q move 1 2 --speed=15", "q move 1 2"):
    print(sorted(docopt(DOC, argv.split()).items()))
for argv in ("bad", "new"):
    try:
        docopt(DOC, argv.split())
    except SystemExit as e:
        print(str(e).splitlines()[0])
