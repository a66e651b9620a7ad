"""Sleeps for a while."""
import time

print("before", flush=True)
time.sleep(0.7)
print("after", flush=True)
