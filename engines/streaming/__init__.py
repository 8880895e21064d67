"""Rendering a plan window by window, so that sound leaves while the rest is being made."""
