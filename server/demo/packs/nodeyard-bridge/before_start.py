"""The step before the tool loads packs."""

from .kill_list import disable_killed, refresh
from .registry import Registry, plain
from .settings import Settings, State

SECONDS = 5


def apply(custom_nodes, user_folder):
    """Disables packs on the kill list. A registry that cannot be reached delays the start by seconds at most."""
    try:
        settings = Settings(user_folder)
    except ValueError as problem:
        print(f"[Nodeyard] {problem}")
        return []
    if not settings.apply_kill_list:
        return []
    state = State(user_folder)
    content, problem = refresh(Registry(settings.registry, SECONDS), settings, state)
    if problem:
        known = "the last good one is applied" if content else "none is applied"
        print(f"[Nodeyard] the kill list could not be refreshed, {known}: {problem}")
    disabled = disable_killed(content, custom_nodes, state, settings)
    for pack in disabled:
        print(plain(f"[Nodeyard] disabled {pack['folder']}: {pack['advisory']} {pack['title']}"))
    return disabled
