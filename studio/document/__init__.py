"""The user's project: script, cast and takes. No widgets."""
