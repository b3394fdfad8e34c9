class RemoteError(OSError):
    """The arena refused, or could not be reached; the sentence says what to do. ``code`` is that of the problem."""

    def __init__(self, sentence: str, code: str = "") -> None:
        super().__init__(sentence)
        self.code = code
