"""Imports of what has been imported before."""
import json
import json.decoder
import os


def modules(rounds):
    for _ in range(rounds):
        import os
        import os
        import os
        import os
        import os
    return os.name != ""


def packages(rounds):
    for _ in range(rounds):
        import json
        import json
        import json
        from json import loads
        from json import dumps
    return (json.__name__, loads("1"), dumps(1))


def submodules(rounds):
    for _ in range(rounds):
        import json.decoder
        import json.decoder
        import json.encoder
        from json import decoder
        from json.decoder import JSONDecoder
    return (json.decoder is decoder, JSONDecoder.__name__)


TESTS = [
    ("SecondImport", 110000, modules, True),
    ("SecondPackageImport", 48000, packages, ('json', 1, '1')),
    ("SecondSubmoduleImport", 24000, submodules, (True, 'JSONDecoder')),
]
