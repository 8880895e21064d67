"""Playing audio while it is being made."""
