"""A queue in a shop, simulated in steps: customers arrive by a small random generator of our own."""


class Random:
    def __init__(self, seed):
        self.state = seed

    def next(self, limit):
        self.state = (self.state * 1103515245 + 12345) % 2 ** 31
        return (self.state >> 8) % limit


class Customer:
    count = 0

    def __init__(self, arrived, items):
        Customer.count += 1
        self.number, self.arrived, self.items = Customer.count, arrived, items

    def __repr__(self):
        return f"c{self.number}({self.items})"


class Till:
    def __init__(self):
        self.queue, self.current, self.served, self.waited = [], None, [], 0

    def step(self, now):
        if self.current is None and self.queue:
            self.current = self.queue.pop(0)
            self.waited += now - self.current.arrived
        if self.current:
            self.current.items -= 1
            if self.current.items == 0:
                self.served.append(self.current.number)
                self.current = None

    def __len__(self):
        return len(self.queue) + (self.current is not None)


def simulate(minutes, tills, chance):
    for now in range(minutes):
        if chance.next(3) < 2:
            min(tills, key=len).queue.append(Customer(now, 1 + chance.next(4)))
        for till in tills:
            till.step(now)
    return [till.served for till in tills], sum(till.waited for till in tills)


tills = [Till(), Till()]
print(simulate(15, tills, Random(7)))
print([till.queue for till in tills], Customer.count)
