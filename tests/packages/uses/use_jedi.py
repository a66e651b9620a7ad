import jedi

CODE = """import json
class Dog:
    def bark(self, loud: bool) -> str:
        '''Make a noise.'''
        return "w"
    age = 3
d = Dog()
d.ba
x = d.bark(True)
x.upp
"""
s = jedi.Script(CODE)
print([c.name for c in s.complete(8, 4)], [c.name for c in s.complete(10, 5)])
print([(d.name, d.type, d.line) for d in s.goto(7, 5)], [d.name for d in s.infer(9, 1)])
print([(str(p.to_string())) for sig in s.get_signatures(9, 11) for p in sig.params])
print([n.name for n in s.get_names()], len(s.get_references(7, 1)))
