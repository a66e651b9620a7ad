import random

import simpy

random.seed(5)


def car(env, name, station, log):
    yield env.timeout(random.randint(1, 5))
    with station.request() as req:
        got = yield req | env.timeout(3)
        if req not in got:
            log.append((env.now, name, "left"))
            return
        log.append((env.now, name, "start"))
        try:
            yield env.timeout(4)
        except simpy.Interrupt as i:
            log.append((env.now, name, "interrupted", i.cause))
        log.append((env.now, name, "end"))


env = simpy.Environment()
log = []
station = simpy.Resource(env, 2)
cars = [env.process(car(env, f"c{i}", station, log)) for i in range(6)]


def breaker(env):
    yield env.timeout(5)
    for c in cars:
        if c.is_alive and isinstance(c.target, simpy.Timeout):
            c.interrupt("broken")
            break


env.process(breaker(env))
env.run(until=40)
for line in log:
    print(*line)
store, box = simpy.Store(env, 2), simpy.Container(env, 10, init=3)


def producer(env):
    for i in range(4):
        yield store.put(i)
        yield box.put(2)
        print("put", i, env.now, box.level)
        yield env.timeout(1)
    raise RuntimeError("producer failed")


def consumer(env):
    while True:
        item = yield store.get()
        yield box.get(1) & env.timeout(2)
        print("got", item, env.now)


env.process(consumer(env))
try:
    env.run(env.process(producer(env)))
except RuntimeError as e:
    print(e)
