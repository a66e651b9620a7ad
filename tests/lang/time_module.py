"""The clocks: their values are not printed, only what must hold between them."""
import time

started, wall = time.perf_counter(), time.time()
for i in range(3):
    time.sleep(0.001)
elapsed = time.perf_counter() - started
print(0.003 <= elapsed < 60, time.time() >= wall > 1_000_000_000, time.monotonic() <= time.monotonic())
print(isinstance(time.time_ns(), int), isinstance(time.process_time(), float))
ticks = [time.perf_counter() for _ in range(4)]
print(ticks == sorted(ticks))
try:
    time.sleep(-1)
except ValueError as e:
    print(e)
