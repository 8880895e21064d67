"""Runtimes that execute stage graphs. They know tensors, not speech."""
