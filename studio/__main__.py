"""`python -m studio`."""

from __future__ import annotations

import sys

from studio.app import main

if __name__ == "__main__":
    sys.exit(main())
