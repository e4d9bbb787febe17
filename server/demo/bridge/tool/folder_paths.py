"""A stand-in for the tool's module of this name."""

import os
import sys


def get_user_directory():
    return os.path.join(sys.argv[1], "user")
