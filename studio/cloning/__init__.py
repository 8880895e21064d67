"""Making voices, behind the windows that do it."""
