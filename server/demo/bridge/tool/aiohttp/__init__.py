"""A stand-in for the part of aiohttp that the bridge uses."""
