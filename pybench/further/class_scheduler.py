"""A small operating system: tasks of several classes, packets in queues, a scheduler.

    python3 class_scheduler.py [SCALE]        SCALE multiplies the number of rounds
"""
import sys
import time

ROUNDS = 69
ONE_ROUND = 448080272

IDLE, WORKER, HANDLER, DEVICE = range(4)


class Packet:
    def __init__(self, link, kind, owner):
        self.link = link
        self.kind = kind
        self.owner = owner
        self.data = [0] * 4
        self.sum = 0

    def append_to(self, queue):
        self.link = None
        if queue is None:
            return self
        last = queue
        while last.link is not None:
            last = last.link
        last.link = self
        return queue


class Task:
    def __init__(self, system, name, priority):
        self.system = system
        self.name = name
        self.priority = priority
        self.queue = None
        self.waiting = False
        self.held = False
        system.tasks.append(self)

    @property
    def ready(self):
        return not self.held and (self.queue is not None or not self.waiting)

    def give(self, packet):
        self.queue = packet.append_to(self.queue)
        self.waiting = False

    def step(self):
        packet = self.queue
        if packet is not None:
            self.queue = packet.link
            packet.link = None
        return self.work(packet)

    def work(self, packet):
        raise NotImplementedError


class Idle(Task):
    def __init__(self, system, name, priority, count):
        super().__init__(system, name, priority)
        self.control = 1
        self.count = count

    def work(self, packet):
        self.count -= 1
        if self.count <= 0:
            self.held = True
            return
        if self.control & 1:
            self.control = (self.control >> 1) ^ 0xD008
            self.system.release(2)
        else:
            self.control >>= 1
            self.system.release(3)


class Worker(Task):
    def __init__(self, system, name, priority):
        super().__init__(system, name, priority)
        self.letter = 0

    def work(self, packet):
        if packet is None:
            self.waiting = True
            return
        packet.owner = 1
        for i in range(4):
            self.letter = self.letter % 26 + 1
            packet.data[i] = self.letter
        self.system.send(2 + self.letter % 2, packet)


class Device(Task):
    def __init__(self, system, name, priority):
        super().__init__(system, name, priority)
        self.handled = 0

    def work(self, packet):
        if packet is None:
            self.waiting = True
            return
        self.handled += 1
        packet.sum = sum(packet.data) + self.handled
        self.system.checksum = (self.system.checksum * 31 + packet.sum) % 1000000007
        self.system.send(1, packet)
        self.held = self.handled % 3 == 0


class System:
    def __init__(self):
        self.tasks = []
        self.checksum = 0

    def release(self, number):
        self.tasks[number].held = False

    def send(self, number, packet):
        self.tasks[number].give(packet)

    def run(self):
        steps = 0
        while True:
            best = None
            for task in self.tasks:
                if task.ready and (best is None or task.priority > best.priority):
                    best = task
            if best is None or self.tasks[IDLE].held:
                return steps
            best.step()
            steps += 1


def run(rounds):
    result = 0
    for _ in range(rounds):
        system = System()
        Idle(system, "idle", 0, 2500)
        worker = Worker(system, "worker", 1000)
        Device(system, "first", 2000)
        Device(system, "second", 3000)
        for _ in range(3):
            worker.give(Packet(None, WORKER, 0))
        result += system.run() + system.checksum
    return result


if __name__ == "__main__":
    rounds = max(1, round(ROUNDS * float(sys.argv[1]))) if len(sys.argv) > 1 else ROUNDS
    started = time.perf_counter()
    checksum = run(rounds)
    elapsed = time.perf_counter() - started
    assert run(1) == ONE_ROUND, "wrong result"
    print("checksum:", checksum)
    print(f"body: {elapsed:.6f}")
