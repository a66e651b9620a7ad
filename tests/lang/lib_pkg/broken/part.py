"""Helper of the transcripts: never run."""
