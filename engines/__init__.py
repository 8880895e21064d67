"""The speech engine of Timbre Studio. It imports no Qt and works as a library.

Start at `engines.engine`: ``Utterance -> Phonemes -> Plan -> AudioChunk``.
"""
