"""The tokenizer of the compiler, for the module `tokenize`: importing it works, tokenizing is not there yet."""


class TokenizerIter:
    """The tokens of a source text."""

    def __init__(self, readline, /, *, encoding=None, extra_tokens=False):
        raise NotImplementedError("tokenizing is not supported by ttd-py yet")

    def __iter__(self):
        return self

    def __next__(self):
        raise StopIteration
