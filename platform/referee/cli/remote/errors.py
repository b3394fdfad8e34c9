class RemoteError(OSError):
    """The arena refused, or could not be reached; the sentence says what to do."""
