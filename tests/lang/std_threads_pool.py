import asyncio
import concurrent.futures
import sys
import threading
from concurrent.futures import ThreadPoolExecutor

sys.setswitchinterval(2e-6)


def double(n):
    return n * 2


def fail(n):
    raise ValueError(n)


with ThreadPoolExecutor(max_workers=2, thread_name_prefix="pool") as pool:
    print(list(pool.map(double, range(5))))
    futures = [pool.submit(f, n) for n, f in enumerate((double, fail, double))]
    print([f.exception() if f.exception() else f.result() for f in futures])
    done, rest = concurrent.futures.wait(futures)
    print(len(done), len(rest))
    print(sorted(f.result() for f in concurrent.futures.as_completed([pool.submit(double, n) for n in (3, 1)])))
    names = {pool.submit(lambda: threading.current_thread().name[:5]).result() for _ in range(3)}
    print(names)
    slow, gate = threading.Event(), threading.Event()
    waiting = pool.submit(lambda: (slow.set(), gate.wait()))
    slow.wait()
    try:
        waiting.result(timeout=0.001)
    except TimeoutError:
        print("timeout", waiting.running())
    gate.set()
try:
    pool.submit(double, 1)
except RuntimeError as e:
    print(e)


async def main():
    results = await asyncio.gather(*(asyncio.to_thread(double, n) for n in range(3)))
    loop = asyncio.get_running_loop()
    results.append(await loop.run_in_executor(None, double, 21))
    try:
        await asyncio.to_thread(fail, 5)
    except ValueError as e:
        results.append(repr(e))
    event = asyncio.Event()
    t = threading.Thread(target=loop.call_soon_threadsafe, args=(event.set,))
    t.start()
    await event.wait()
    t.join()
    print(results)


asyncio.run(main())
