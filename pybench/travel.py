"""The program that ttd-debug's example `travel` travels through: 10**8 events, or the argument in millions.

A third of them are a hot loop, a third calls of small functions and methods, a third recursion and generators; and the
main module waits for one call nearly all the time.
"""
import sys


class Account:
    def __init__(self):
        self.balance = 0

    def deposit(self, amount):
        self.balance += amount
        return self.balance


def hot_loop(rounds):
    total = 0
    for i in range(rounds):
        total += i
        total ^= 3
    return total


def small_calls(rounds):
    account = Account()
    for i in range(rounds):
        account.deposit(i)
    return account.balance


def fib(n):
    if n < 2:
        return n
    return fib(n - 1) + fib(n - 2)


def evens(n):
    for i in range(n):
        yield i * 2


def work(millions):
    done = 0
    for part in range(millions):
        done += hot_loop(111_000)
        done += small_calls(55_000)
        done += fib(21)
        done += sum(evens(60_000))
        if done < 0:
            print("never")
    return done


if __name__ == "__main__":
    print(work(int(sys.argv[1]) if len(sys.argv) > 1 else 80))
