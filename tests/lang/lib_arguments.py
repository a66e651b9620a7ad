"""A program that depends on its arguments. It is run by transcripts."""
import sys


def shout(word):
    return word.upper()


for word in sys.argv[1:]:
    print(shout(word))
