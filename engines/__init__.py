"""The speech engine of Timbre Studio. It imports no Qt and works as a library.

Start at `engines.engine`: ``Utterance -> Phonemes -> Plan -> AudioChunk``.
"""

import os

# Recent builds of ONNX Runtime report to their maker over the network, and keep a number of the device, unless they are
# told not to before they are loaded. Nothing leaves this computer.
os.environ["ORT_DISABLE_TELEMETRY"] = "1"
