from transitions import Machine, MachineError
from transitions.extensions import HierarchicalMachine


class Matter:
    log = []

    def on_enter_gas(self):
        self.log.append("gas!")

    def is_hot(self):
        return self.temp > 50

    temp = 20


m = Matter()
machine = Machine(m, states=["solid", "liquid", "gas"], initial="solid", after_state_change=lambda: m.log.append(m.state))
machine.add_transition("melt", "solid", "liquid")
machine.add_transition("boil", "*", "gas", conditions="is_hot")
print(m.melt(), m.state, m.boil(), m.is_liquid())
m.temp = 99
print(m.boil(), m.log, machine.get_triggers("solid"))
try:
    m.melt()
except MachineError as e:
    print(e)
h = HierarchicalMachine(states=["a", {"name": "b", "children": ["x", "y"], "initial": "x"}], initial="a")
h.add_transition("go", "a", "b")
h.add_transition("flip", "b_x", "b_y")
print(h.go(), h.state, h.flip(), h.state)
