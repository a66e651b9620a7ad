from textx import metamodel_from_str
from textx.exceptions import TextXSemanticError, TextXSyntaxError

GRAMMAR = r'''
Model: robots+=Robot commands*=Command;
Robot: "robot" name=ID ("at" x=INT "," y=INT)?;
Command: Move | Say;
Move: "move" robot=[Robot] direction=Direction steps=INT?;
Say: "say" robot=[Robot] text=STRING;
Direction: "up" | "down" | "left" | "right";
Comment: /\/\/.*$/;
'''
mm = metamodel_from_str(GRAMMAR)
mm.register_obj_processors({"Move": lambda m: setattr(m, "steps", m.steps or 1)})
model = mm.model_from_str('''
robot a at 1,2
robot b // a comment
move a up 3
move b left
say a "hello"
''')
for r in model.robots:
    print(r.name, r.x, r.y)
for c in model.commands:
    print(type(c).__name__, c.robot.name, {k: v for k, v in vars(c).items() if k in ("direction", "steps", "text")})
for text in ("robot a move z up", "robot a mov a"):
    try:
        mm.model_from_str(text)
    except (TextXSemanticError, TextXSyntaxError) as e:
        print(type(e).__name__, e)
print(mm["Move"]._tx_attrs.keys())
