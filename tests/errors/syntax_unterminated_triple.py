# A triple-quoted string that is not ended in its file.

text = """one
two
