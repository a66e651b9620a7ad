"""Buttons for the speeds of a fan: each sets its own speed."""


class Fan:
    def __init__(self):
        self.speed = 0

    def set_speed(self, speed):
        self.speed = speed


def make_buttons(fan, names):
    buttons = {}
    for speed, name in enumerate(names):
        buttons[name] = lambda: fan.set_speed(speed)
    return buttons


fan = Fan()
buttons = make_buttons(fan, ["off", "slow", "fast", "storm"])
buttons["slow"]()
print("speed after 'slow':", fan.speed)
