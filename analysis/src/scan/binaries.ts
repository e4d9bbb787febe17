import type { Finding } from '../ground/finding.ts'
import { toFinding } from '../ground/finding.ts'

/** Number of first bytes that identify a file type. */
export const magicBytes = 264

const kinds: { name: string; isOf(bytes: Uint8Array): boolean }[] = [
  { name: 'a Windows program or library', isOf: (bytes) => starts(bytes, 0x4d, 0x5a) && hasPeHeader(bytes) },
  { name: 'a Linux program or library', isOf: (bytes) => starts(bytes, 0x7f, 0x45, 0x4c, 0x46) },
  { name: 'a macOS program or library', isOf: (bytes) => isMachO(bytes) },
  {
    name: 'compiled Java code',
    isOf: (bytes) => starts(bytes, 0xca, 0xfe, 0xba, 0xbe) && (bytes[6] ?? 0) === 0 && (bytes[7] ?? 0) >= 45,
  },
]

function starts(bytes: Uint8Array, ...magic: number[]): boolean {
  return magic.every((byte, i) => bytes[i] === byte)
}

/** Any text may start with the letters MZ; a program points to its real header at byte 60. */
function hasPeHeader(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 64) return false
  const at = new DataView(bytes.buffer, bytes.byteOffset).getUint32(60, true)
  return at >= 64 && at < 4096
}

function isMachO(bytes: Uint8Array): boolean {
  if (bytes.byteLength < 8) return false
  const magic = new DataView(bytes.buffer, bytes.byteOffset).getUint32(0)
  const isFat = magic === 0xcafebabe && (bytes[7] ?? 0) < 20
  return isFat || magic === 0xfeedface || magic === 0xfeedfacf || magic === 0xcefaedfe || magic === 0xcffaedfe
}

/** Returns the kind of machine code that a file starts with. */
function nativeKind(bytes: Uint8Array): string | undefined {
  return kinds.find((kind) => kind.isOf(bytes))?.name
}

const nativeBinary = {
  id: 'native-binary',
  severity: 'medium',
  why: 'Machine code cannot be read, so its behavior cannot be checked.',
  fix: 'Depend on a released package that brings it, or let the user build it.',
} as const

const disguisedBinary = {
  id: 'disguised-binary',
  severity: 'high',
  why: 'Machine code under the name of another kind of file is meant not to be noticed.',
  fix: 'Remove the file.',
} as const

const honestEndings =
  /\.(exe|dll|so(\.\d+)*|pyd|dylib|node|bundle|o|a|bin|class|jar|elf|com|sys)$|(^|\/)[^./]+$/i

/** Returns undefined for a file that is not machine code. */
export function checkBinary(path: string, start: Uint8Array): Finding | undefined {
  const kind = nativeKind(start)
  if (!kind) return undefined
  const isHonest = honestEndings.test(path)
  const message = isHonest ? `The file is ${kind}.` : `The file is ${kind}, but its name says something else.`
  return toFinding(isHonest ? nativeBinary : disguisedBinary, path, { message })
}
