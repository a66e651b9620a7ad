from tenacity import (AsyncRetrying, RetryError, Retrying, before_sleep_log, retry, retry_if_exception_type, retry_if_result,
                      stop_after_attempt, wait_exponential, wait_none)
import asyncio

calls = []


@retry(stop=stop_after_attempt(4), wait=wait_none(), retry=retry_if_exception_type(ValueError))
def flaky():
    calls.append(len(calls))
    if len(calls) < 3:
        raise ValueError("again")
    return "ok"


print(flaky(), calls, flaky.statistics["attempt_number"])
try:
    Retrying(stop=stop_after_attempt(2), sleep=lambda s: print("sleep", s), wait=wait_exponential(multiplier=2))(lambda: 1 / 0)
except RetryError as e:
    print(type(e.last_attempt.exception()).__name__, e.last_attempt.attempt_number)
for attempt in Retrying(stop=stop_after_attempt(3), reraise=True):
    with attempt:
        if attempt.retry_state.attempt_number < 2:
            raise KeyError("x")
        print("attempt", attempt.retry_state.attempt_number)


async def main():
    async for attempt in AsyncRetrying(stop=stop_after_attempt(3), wait=wait_none()):
        with attempt:
            n = attempt.retry_state.attempt_number
            if n == 1:
                raise OSError
    return n


print(asyncio.run(main()), retry(retry=retry_if_result(lambda v: v is None), stop=stop_after_attempt(1),
                                 retry_error_callback=lambda s: "gave up")(lambda: None)())
