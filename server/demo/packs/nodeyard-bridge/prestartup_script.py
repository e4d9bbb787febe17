"""Applies the kill list before the tool loads any pack."""

import importlib.util
import os
import sys

HERE = os.path.dirname(os.path.abspath(__file__))


def _package():
    """Loads the modules of this folder without its `__init__.py`, which needs the tool's server."""
    name = "nodeyard_bridge_before_start"
    spec = importlib.util.spec_from_loader(name, loader=None, is_package=True)
    package = importlib.util.module_from_spec(spec)
    package.__path__ = [HERE]
    sys.modules[name] = package
    return name


def apply_kill_list():
    name = _package()
    before_start = importlib.import_module(f"{name}.before_start")
    import folder_paths

    before_start.apply(os.path.dirname(HERE), folder_paths.get_user_directory())


apply_kill_list()
