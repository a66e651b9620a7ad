"""Helper of the transcripts: a package that cannot be imported."""
name = "broken"
assert not name, name
