"""What the commands of `timbre` do; `studio.cli` only parses."""
