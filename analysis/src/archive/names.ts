import type { ArchiveLimits } from './limits.ts'
import { ArchiveRefusal, type RefusalCode } from './refusal.ts'

const strictUtf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const lenientUtf8 = new TextDecoder('utf-8')

/**
 * Names without the UTF-8 mark are read as UTF-8 too: tools that forget the mark write UTF-8, and no other
 * decoding moves separators or dots.
 */
export function decodeName(bytes: Uint8Array): string {
  if (bytes.byteLength === 0) throw new ArchiveRefusal('name_empty')
  try {
    return strictUtf8.decode(bytes)
  } catch {
    throw new ArchiveRefusal('name_not_utf8', { path: lenientUtf8.decode(bytes) })
  }
}

/** Throws unless this is a plain path inside the pack's folder. A folder's name ends in `/`. */
export function assertSafeName(path: string, limits: ArchiveLimits): void {
  const code = unsafe(path)
  if (code) throw new ArchiveRefusal(code, { path })
  assertLengths(path, limits)
}

function unsafe(path: string): RefusalCode | undefined {
  if (hasControlCharacter(path)) return 'name_control_character'
  if (path.includes('\\')) return 'name_backslash'
  if (path.startsWith('/')) return 'path_absolute'
  if (/^[A-Za-z]:/.test(path)) return 'path_drive'
  const segments = segmentsOf(path)
  if (segments.includes('..')) return 'path_traversal'
  if (segments.some((segment) => segment === '' || segment === '.')) return 'name_unclear'
  return changedByWindows(path)
}

/** Source: "Naming Files, Paths, and Namespaces" of the Windows documentation; `os.path.isreserved` of Python. */
const windowsDevice = /^(con|prn|aux|nul|conin\$|conout\$|(com|lpt)[1-9\u00b9\u00b2\u00b3]) *(\.|$)/i

/**
 * Returns why Windows would store this file under a different name, or not at all: `evil.py.` becomes
 * `evil.py`.
 */
export function changedByWindows(path: string): RefusalCode | undefined {
  const segments = segmentsOf(path)
  // A tar archive may name the folder itself as `.`, which is harmless.
  if (segments.some((segment) => segment !== '.' && /[. ]$/.test(segment))) return 'name_ending'
  if (/[<>:"|?*]/.test(path)) return 'name_character'
  if (segments.some((segment) => windowsDevice.test(segment))) return 'name_device'
  return undefined
}

function hasControlCharacter(path: string): boolean {
  for (let i = 0; i < path.length; i++) {
    const code = path.charCodeAt(i)
    if (code < 0x20 || (code >= 0x7f && code < 0xa0)) return true
  }
  return false
}

function assertLengths(path: string, limits: ArchiveLimits): void {
  const nameBytes = utf8Length(path)
  if (nameBytes > limits.nameBytes) {
    throw new ArchiveRefusal('name_too_long', { path, limit: limits.nameBytes, actual: nameBytes })
  }
  const segments = segmentsOf(path)
  if (segments.length > limits.depth) {
    throw new ArchiveRefusal('too_deep', { path, limit: limits.depth, actual: segments.length })
  }
  const longest = Math.max(...segments.map(utf8Length))
  if (longest > limits.segmentBytes) {
    throw new ArchiveRefusal('name_too_long', { path, limit: limits.segmentBytes, actual: longest })
  }
}

function segmentsOf(path: string): string[] {
  return (path.endsWith('/') ? path.slice(0, -1) : path).split('/')
}

const encoder = new TextEncoder()

function utf8Length(text: string): number {
  return encoder.encode(text).byteLength
}

/** Throws when two entries have the same path on any of the systems that unpack packs. */
export function assertNoClashes(paths: readonly string[]): void {
  const seen = new Map<string, string>()
  for (const path of paths) {
    const key = clashKey(path)
    const other = seen.get(key)
    if (other === path) throw new ArchiveRefusal('duplicate_name', { path })
    if (other !== undefined && meetBadly(path, other)) {
      throw new ArchiveRefusal('name_clash', { path, detail: `the other is ${JSON.stringify(other)}` })
    }
    seen.set(key, path)
  }
  assertNoFileIsFolder(paths, seen)
}

/** Decides file by file whether an archive can hold a name beside those that it holds already. */
export class NameRules {
  readonly #limits: ArchiveLimits
  readonly #files = new Set<string>()
  readonly #folders = new Set<string>()

  constructor(limits: ArchiveLimits) {
    this.#limits = limits
  }

  /** Remembers an accepted name. */
  accepts(path: string): boolean {
    if (!isSafeName(path, this.#limits)) return false
    const key = clashKey(path)
    const folders = parentsOf(key)
    if (this.#files.has(key) || this.#folders.has(key)) return false
    if (folders.some((folder) => this.#files.has(folder))) return false
    this.#files.add(key)
    for (const folder of folders) this.#folders.add(folder)
    return true
  }
}

function isSafeName(path: string, limits: ArchiveLimits): boolean {
  try {
    assertSafeName(path, limits)
    return !path.endsWith('/')
  } catch {
    return false
  }
}

function parentsOf(key: string): string[] {
  const parents: string[] = []
  for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1))
    parents.push(key.slice(0, end))
  return parents
}

/** Merged folders are harmless; a file that replaces another one is not. */
function meetBadly(path: string, other: string): boolean {
  return !(path.endsWith('/') && other.endsWith('/'))
}

function assertNoFileIsFolder(paths: readonly string[], seen: ReadonlyMap<string, string>): void {
  const checked = new Set<string>()
  for (const path of paths) {
    const key = clashKey(path)
    for (let end = key.lastIndexOf('/'); end > 0; end = key.lastIndexOf('/', end - 1)) {
      const parent = key.slice(0, end)
      if (checked.has(parent)) break
      checked.add(parent)
      const taken = seen.get(parent)
      if (taken !== undefined && !taken.endsWith('/'))
        throw new ArchiveRefusal('file_used_as_folder', { path: taken })
    }
  }
}

/** Equal for names that some file system treats as one: it ignores case and the composition of accents. */
function clashKey(path: string): string {
  return foldCase(segmentsOf(path).join('/'))
}

function foldCase(text: string): string {
  if (/^[\x00-\x7f]*$/.test(text)) return text.toLowerCase()
  return text.normalize('NFC').toLowerCase().toUpperCase().toLowerCase().normalize('NFC')
}
