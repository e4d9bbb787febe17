"""Tools for batches of images."""

from .order import InterleaveBatches, RepeatBatch, ReverseBatch, SliceBatch
from .sheet import BatchToList, ContactSheet

NODE_CLASS_MAPPINGS = {
    "GridworksSliceBatch": SliceBatch,
    "GridworksRepeatBatch": RepeatBatch,
    "GridworksReverseBatch": ReverseBatch,
    "GridworksInterleaveBatches": InterleaveBatches,
    "GridworksContactSheet": ContactSheet,
    "GridworksBatchToList": BatchToList,
}

NODE_DISPLAY_NAME_MAPPINGS = {
    "GridworksSliceBatch": "Slice Batch",
    "GridworksRepeatBatch": "Repeat Batch",
    "GridworksReverseBatch": "Reverse Batch",
    "GridworksInterleaveBatches": "Interleave Batches",
    "GridworksContactSheet": "Contact Sheet",
    "GridworksBatchToList": "Batch to List",
}
