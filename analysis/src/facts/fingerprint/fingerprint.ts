import type { PackFiles } from '../../archive/pack-files.ts'
import { compareText } from '../../ground/finding.ts'
import { runsOf, sketchOf } from './sketch.ts'

/** Data for recognizing a file that runs. */
export interface FileFingerprint {
  path: string
  /** SHA-256 of the bytes, lowercase hex. */
  digest: string
  /** Set for a text that is long enough to be recognized after a change. */
  sketch?: number[]
}

/** Files that a machine runs. Licenses, pictures and data do not identify a pack. */
const code = /\.(pyw?|ipynb|[cm]?js|[cm]?ts|[jt]sx|sh|bash|zsh|bat|cmd|ps1|psm1|pth)$/i
const machineCode = /\.(pyc|pyd|so(\.\d+)*|dll|dylib|exe|node|jar|wasm)$/i

const megabyte = 1024 * 1024
const limits = { files: 2_000, textBytes: 2 * megabyte, binaryBytes: 16 * megabyte, allBytes: 96 * megabyte }
/** Smaller files are too common to identify a pack. */
const leastBinaryBytes = 1024
const leastRuns = 48
/** The boilerplate of a comfy-node, which all of them share, has about eighty. */
const leastRunsOfSketch = 120

/** Whether a file of this name and size is code that is compared with files of banned versions. */
export function isCompared({ path, size }: { path: string; size: number }): boolean {
  if (code.test(path)) return size <= limits.textBytes
  return machineCode.test(path) && size >= leastBinaryBytes && size <= limits.binaryBytes
}

/**
 * Computes the fingerprints of a pack's code, keyed by path. Files too short to identify a pack, such as
 * empty `__init__.py` files, re-exports and stubs, have none.
 */
export async function fingerprintPack(source: PackFiles): Promise<FileFingerprint[]> {
  const found: FileFingerprint[] = []
  let bytesLeft = limits.allBytes
  for (const { path, size } of source.files.toSorted((a, b) => compareText(a.path, b.path))) {
    const isText = code.test(path)
    if (!isText && !machineCode.test(path)) continue
    if (size > (isText ? limits.textBytes : limits.binaryBytes) || size > bytesLeft) continue
    if (found.length >= limits.files) break
    bytesLeft -= size
    const fingerprint = await fingerprintFile(path, await source.read(path), isText)
    if (fingerprint) found.push(fingerprint)
  }
  return found
}

async function fingerprintFile(
  path: string,
  bytes: Uint8Array,
  isText: boolean,
): Promise<FileFingerprint | undefined> {
  if (!isText) return bytes.length < leastBinaryBytes ? undefined : { path, digest: await sha256(bytes) }
  const runs = runsOf(new TextDecoder().decode(bytes))
  if (runs.size < leastRuns) return undefined
  const sketch = runs.size < leastRunsOfSketch ? {} : { sketch: sketchOf(runs) }
  return { path, digest: await sha256(bytes), ...sketch }
}

/** SHA-256 as lowercase hex. */
export async function sha256(bytes: Uint8Array): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes as Uint8Array<ArrayBuffer>))
  return [...digest].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}
