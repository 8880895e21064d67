"""Timbre Studio: the application and the command line, on top of `engines`."""
