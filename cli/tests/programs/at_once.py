"""Writes without a buffer: both streams may be the same pipe."""
import os

os.write(1, b"one ")
os.write(2, b"two ")
os.write(1, b"three")
os.close(1)
try:
    os.write(1, b"nobody sees this")
except OSError as error:
    os.write(2, b" " + error.strerror.encode())
