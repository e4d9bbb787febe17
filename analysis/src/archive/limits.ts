/** Limits of an archive. The reader uses no other numbers. */
export interface ArchiveLimits {
  compressedBytes: number
  unpackedBytes: number
  entries: number
  /** Size of the whole central directory, the only part held in memory at once. */
  directoryBytes: number
  nameBytes: number
  segmentBytes: number
  depth: number
  archiveCommentBytes: number
  entryCommentBytes: number
  /** Unpacked divided by packed bytes, checked only above `fileRatioFromBytes`. */
  fileRatio: number
  fileRatioFromBytes: number
  totalRatio: number
  totalRatioFromBytes: number
}

const kilobyte = 1024
const megabyte = 1024 * kilobyte

/**
 * Honest packs contain workflows and word lists that shrink 20 to 60 times, and sometimes a small file of
 * zeros that shrinks 1,000 times; a bomb needs the ratio on many megabytes. Small sizes are therefore exempt
 * from the ratios.
 */
export const archiveLimits: ArchiveLimits = {
  compressedBytes: 200 * megabyte,
  unpackedBytes: 1024 * megabyte,
  entries: 65_536,
  directoryBytes: 32 * megabyte,
  nameBytes: 1024,
  segmentBytes: 255,
  depth: 64,
  archiveCommentBytes: 1024,
  entryCommentBytes: 1024,
  fileRatio: 250,
  fileRatioFromBytes: 8 * megabyte,
  totalRatio: 120,
  totalRatioFromBytes: 64 * megabyte,
}
