"""Brings two batches to one shape."""

import torch.nn.functional as functional


def match(first, second):
    """Both batches with three channels, as many images as the shorter one, and the size of the first."""
    count = min(len(first), len(second))
    a, b = first[:count, ..., :3], second[:count, ..., :3]
    if a.shape[1:3] != b.shape[1:3]:
        scaled = functional.interpolate(b.permute(0, 3, 1, 2), size=a.shape[1:3], mode="bilinear", align_corners=False)
        b = scaled.permute(0, 2, 3, 1)
    return a, b.to(a)
