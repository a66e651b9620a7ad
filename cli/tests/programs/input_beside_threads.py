# Threads that work while the main thread waits for a line.
import threading
import time

print(input())
worked = []


def work():
    for _ in range(5):
        time.sleep(0.01)
    worked.append("worked")


thread = threading.Thread(target=work)
thread.start()
print(input())
thread.join()
worked.clear()
thread = threading.Thread(target=work)
thread.start()
line = input()
print(*set(worked))
print(line)
thread.join()
try:
    input()
except EOFError:
    print("end")
