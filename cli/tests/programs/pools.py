"""Pools and queues of processes, by each way of starting them."""
import multiprocessing
from concurrent.futures import ProcessPoolExecutor


def square(n):
    return n * n


def worker(queue, lock, n):
    with lock:
        queue.put(2 * n)


if __name__ == "__main__":
    for method in "fork", "spawn", "forkserver":
        context = multiprocessing.get_context(method)
        with context.Pool(2) as pool:
            print(method, pool.map(square, range(5)), pool.apply_async(square, (9,)).get(60))
        queue, lock = context.Queue(), context.Lock()
        processes = [context.Process(target=worker, args=(queue, lock, n)) for n in range(2)]
        for process in processes:
            process.start()
        print(sorted(queue.get() for _ in processes))
        for process in processes:
            process.join()
        with ProcessPoolExecutor(1, mp_context=context) as executor:
            print(list(executor.map(square, range(3))))
