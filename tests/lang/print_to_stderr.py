# `print` follows `sys.stdout`, also when that is another of the standard streams.
import io
import sys

print("to stdout")
kept = sys.stdout
sys.stdout = sys.stderr
print("to stderr")
print("also", "to", "stderr", sep="-", end="!\n")
sys.stdout.write("written to stderr\n")
sys.stdout = sys.__stdout__
print("back", sys.stdout is kept)
sys.stdout = io.StringIO()
print("kept")
text = sys.stdout.getvalue()
sys.stdout = kept
print(repr(text))
sys.stderr = sys.stdout
print("to stdout again", file=sys.stderr)
sys.stdout = None
print("nowhere")
sys.stdout = kept
print("end")
