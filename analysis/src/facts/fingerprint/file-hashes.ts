import type { PackFiles } from '../../archive/pack-files.ts'
import { defined } from '../../ground/defined.ts'

/** Data for telling whether two files are the same to git. */
export interface FileHash {
  path: string
  /** SHA-256 of the bytes, lowercase hex. */
  digest: string
  /** SHA-256 with LF line ends. Set for a text whose lines all end alike, which git can convert. */
  textDigest?: string
  /** The SHA-256 that a Git LFS pointer names. */
  lfsDigest?: string
}

export interface PackHashes {
  hashes: FileHash[]
  /** Files over the limit. */
  skipped: string[]
}

/** Larger files are skipped. The sources of repositories have the same limit. */
const maxFileBytes = 8 * 1024 * 1024
const maxPointerBytes = 1024

/** Computes the hashes of all files of a pack. */
export async function hashFiles(source: PackFiles): Promise<PackHashes> {
  const hashes: FileHash[] = []
  const skipped: string[] = []
  for (const { path, size } of source.files) {
    if (size > maxFileBytes) skipped.push(path)
    else hashes.push({ path, ...(await hashBytes(await source.read(path))) })
  }
  return { hashes, skipped }
}

async function hashBytes(bytes: Uint8Array): Promise<Omit<FileHash, 'path'>> {
  const digest = await sha256(bytes)
  const text = withLineFeeds(bytes)
  const lfsDigest = bytes.length <= maxPointerBytes ? pointerIn(bytes) : undefined
  return {
    digest,
    ...(text ? { textDigest: text === bytes ? digest : await sha256(text) } : {}),
    ...defined({ lfsDigest: lfsDigest || undefined }),
  }
}

const lineFeed = 0x0a
const carriageReturn = 0x0d
const del = 0x7f
/** Backspace, tab, form feed and escape. */
const harmlessControls: ReadonlySet<number> = new Set([0x08, 0x09, 0x0c, 0x1b])

/**
 * Returns a text with LF line ends. Returns undefined for a file that git takes for binary, and for one with mixed line
 * ends, which git does not convert. Source: git's documentation of `core.autocrlf` and `core.safecrlf`.
 */
function withLineFeeds(bytes: Uint8Array): Uint8Array | undefined {
  let [pairs, feeds, control, printable] = [0, 0, 0, 0]
  for (let at = 0; at < bytes.length; at++) {
    const byte = bytes[at] as number
    if (byte === 0) return undefined
    if (byte === carriageReturn) {
      if (bytes[at + 1] !== lineFeed) return undefined
      pairs++
    } else if (byte === lineFeed) feeds++
    else if (byte === del || (byte < 0x20 && !harmlessControls.has(byte))) control++
    else printable++
  }
  if (printable >> 7 < control) return undefined
  if (pairs === 0) return bytes
  return pairs === feeds ? bytes.filter((byte) => byte !== carriageReturn) : undefined
}

const pointer =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\noid sha256:([0-9a-f]{64})\nsize \d{1,20}\n?$/

const pointerIn = (bytes: Uint8Array) => pointer.exec(new TextDecoder().decode(bytes))?.[1]

async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
