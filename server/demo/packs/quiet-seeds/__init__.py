"""Seeds that can be named, derived and walked through."""

from .seeds import DeriveSeed, SeedFromWords, SeedWalk

NODE_CLASS_MAPPINGS = {
    "QuietSeedFromWords": SeedFromWords,
    "QuietDeriveSeed": DeriveSeed,
    "QuietSeedWalk": SeedWalk,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "QuietSeedFromWords": "Seed from Words",
    "QuietDeriveSeed": "Derive Seed",
    "QuietSeedWalk": "Seed Walk",
}
