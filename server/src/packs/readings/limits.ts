const megabyte = 1024 * 1024

/** Limits of one repository. Beyond the first three it is not read; files beyond the others are left out. */
export const readingLimits = {
  /** Bytes that are transferred, packed. */
  transferredBytes: 256 * megabyte,
  /** Bytes of all files, unpacked, also of those that are left out. */
  unpackedBytes: 1024 * megabyte,
  /** Files, folders and links. */
  entries: 50_000,
  /** Bytes of one file. */
  fileBytes: 8 * megabyte,
  /** Bytes of all code and other text that the analysis reads. */
  textBytes: 96 * megabyte,
  /** Bytes of all other files. */
  otherBytes: 96 * megabyte,
  /** Seconds for everything that is transferred. */
  transferSeconds: 600,
  /** Seconds for reading the objects of a commit that was transferred. */
  objectsSeconds: 120,
  /** Seconds without a byte. */
  stallSeconds: 30,
} as const
export type ReadingLimits = { [Name in keyof typeof readingLimits]: number }

/** Limits of one repository that anyone can have read. */
export const requestedLimits: ReadingLimits = {
  ...readingLimits,
  transferredBytes: 128 * megabyte,
  transferSeconds: 60,
  objectsSeconds: 60,
  stallSeconds: 15,
}
