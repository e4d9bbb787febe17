"""A stand-in for how the tool loads packs."""

import importlib.util
import os
import sys

LOADED_MODULE_DIRS = {}
EXTENSION_WEB_DIRS = {}
LOG = []


def packs(folder):
    for name in sorted(os.listdir(folder)):
        path = os.path.join(folder, name)
        if os.path.isdir(path) and name != "__pycache__" and not name.endswith(".disabled"):
            yield name, path


def run_prestartup_scripts(folder):
    for name, path in packs(folder):
        script = os.path.join(path, "prestartup_script.py")
        if os.path.exists(script):
            _load(f"prestartup_{name}", script)


def load_custom_nodes(folder):
    for name, path in packs(folder):
        try:
            module = _load(path.replace(".", "_x_"), os.path.join(path, "__init__.py"))
        except Exception as problem:
            LOG.append({"m": f"Cannot import {path} module for custom nodes: {problem}"})
            continue
        LOADED_MODULE_DIRS[name] = os.path.abspath(path)
        web = getattr(module, "WEB_DIRECTORY", None)
        if web is not None:
            EXTENSION_WEB_DIRS[name] = os.path.abspath(os.path.join(path, web))


def _load(name, path):
    spec = importlib.util.spec_from_file_location(name, path)
    module = importlib.util.module_from_spec(spec)
    sys.modules[name] = module
    spec.loader.exec_module(module)
    return module
