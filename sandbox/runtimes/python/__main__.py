"""``python -m sandbox.runtimes.python``: install the packages that Python bots may import."""

import sys

from sandbox.runtimes.python.packages import main

sys.exit(main())
