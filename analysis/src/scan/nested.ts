import { archiveLimits } from '../archive/limits.ts'
import { changedByWindows } from '../archive/names.ts'
import { filesOfArchive, filesOfRecord, type PackFile, type PackFiles } from '../archive/pack-files.ts'
import { openArchive } from '../archive/reader.ts'
import { ArchiveRefusal, type RefusalCode } from '../archive/refusal.ts'
import { sourceOfBytes } from '../archive/source.ts'
import { DamagedData, decompressWithin } from '../ground/decompress.ts'
import type { Finding } from '../ground/finding.ts'
import { toFinding } from '../ground/finding.ts'
import { decodePython } from '../python/decode.ts'
import type { PythonParser } from '../python/parser.ts'
import { checkBinary, magicBytes } from './binaries.ts'
import { canHoldObjects, checkPickle, isCompressed, pickleFile } from './pickles.ts'
import { type CodeFile, scanCode } from './scan.ts'
import { scanFile, scanText } from './scan-files.ts'
import type { SecretSearch } from './secret-search.ts'
import { isTar, tarMembers } from './tar.ts'

/** How much of the archives inside a pack is scanned. Larger ones are only reported. */
interface NestedLimits {
  /** Packed size of one archive, and of all. */
  fileBytes: number
  packBytes: number
  unpackedBytes: number
  entries: number
  /** Python and scripts of one archive. */
  codeBytes: number
  /** How many archives may be around one that is opened. */
  depth: number
  /** Size of a picture, which can hide an archive, and of all of them; also applies to other files. */
  pictureBytes: number
  picturesBytes: number
}

const megabyte = 1024 * 1024

export const nestedLimits: NestedLimits = {
  fileBytes: 16 * megabyte,
  packBytes: 32 * megabyte,
  unpackedBytes: 64 * megabyte,
  entries: 5_000,
  codeBytes: 4 * megabyte,
  depth: 2,
  pictureBytes: 2 * megabyte,
  picturesBytes: 16 * megabyte,
}

const nestedArchive = {
  id: 'nested-archive',
  severity: 'high',
  why: 'An archive that cannot be scanned can contain anything, and is unpacked unseen.',
  fix: 'Ship the files as they are.',
} as const

const zipped = /\.(zip|whl|egg|pyz|jar|npz)$/i
const packedTar = /\.(tar|tgz|tar\.gz|gz)$/i
const archive = /\.(zip|whl|egg|pyz|tar|tgz|gz|xz|bz2|7z|rar)$/i
const picture = /\.(png|jpe?g|gif|webp|bmp|ico|mp4|webm|mp3|wav)$/i

/** Refusals that honest packs do not cause: the content is hidden, or leaves its folder. */
const hostile: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'encrypted',
  'path_traversal',
  'path_absolute',
  'path_drive',
  'name_ending',
  'name_character',
  'symbolic_link',
  'duplicate_name',
  'overlapping_entries',
  'ratio_too_high',
  'special_mode',
])

/** Documents that are archives, which programs of all kinds write. */
const document =
  /\.(docx|docm|xlsx|xlsm|pptx|pptm|dotx|xltx|potx|vsdx|od[tspg]|epub|3mf|usdz|kra|ora|sketch|idml|keras|mcpack|sb3|whl)$/i
const hostileInDocuments: ReadonlySet<RefusalCode> = new Set<RefusalCode>([
  'encrypted',
  'path_traversal',
  'path_absolute',
  'path_drive',
  'symbolic_link',
  'overlapping_entries',
  'ratio_too_high',
])

interface Tools {
  parser: PythonParser
  secrets: SecretSearch
}

/** Scans the archives of a pack, two levels deep, and searches other files for archives and commands. */
export async function scanNested(
  source: PackFiles,
  tools: Tools,
  limits: NestedLimits = nestedLimits,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const left = { archives: limits.packBytes, pictures: limits.picturesBytes, others: limits.picturesBytes }
  for (const file of source.files) {
    findings.push(...(await scanFileOf(source, file, tools, limits, left)))
    skipUnopened(file.path, tools)
  }
  return findings
}

/** Notes that an archive was not searched for secrets. */
function skipUnopened(place: string, { secrets }: Tools): void {
  if (archive.test(place) && !secrets.isOpen(place)) secrets.skip(place)
}

interface BytesLeft {
  archives: number
  pictures: number
  others: number
}

async function scanFileOf(
  source: PackFiles,
  { path, size }: PackFile,
  tools: Tools,
  limits: NestedLimits,
  left: BytesLeft,
): Promise<Finding[]> {
  if (picture.test(path) && size <= limits.pictureBytes && size <= left.pictures) {
    left.pictures -= size
    return hasArchiveAtEnd(await source.read(path)) ? [hidden(path, 'The file is an archive, too.')] : []
  }
  if (pickleFile.test(path)) return scanPickle(source, { path, size }, tools, limits)
  if (isArchive(path) && size <= limits.fileBytes && size <= left.archives) {
    left.archives -= size
    return scanOne(path, await source.read(path), tools, limits)
  }
  const start = await source.readStart(path, Math.min(size, magicBytes))
  if (isZip(start)) return scanDisguised(source, { path, size }, tools, limits, left)
  const objects = canHoldObjects(path, start) ? await searchPickle(source, path, path) : []
  if (size > limits.pictureBytes || size > left.others) return objects
  left.others -= size
  const names = namesAtEnd(await source.read(path))
  const holdsMore = names?.some((name) => !isPlainData.test(name)) === true
  return holdsMore ? [...objects, hidden(path, 'The file is an archive, too.')] : objects
}

/** Whether a file is one whose content is scanned, by its name. */
export function isArchive(path: string): boolean {
  return zipped.test(path) || packedTar.test(path)
}

/** Python imports from an archive whatever its name. */
async function scanDisguised(
  source: PackFiles,
  { path, size }: PackFile,
  tools: Tools,
  limits: NestedLimits,
  left: BytesLeft,
): Promise<Finding[]> {
  if (size > limits.fileBytes || size > left.archives) {
    const message = 'The file is an archive that is too large to be looked into.'
    tools.secrets.skip(path)
    return [toFinding(nestedArchive, path, { message, severity: 'medium' })]
  }
  left.archives -= size
  const bytes = await source.read(path)
  return hasArchiveAtEnd(bytes) ? scanZip(path, bytes, tools, limits) : []
}

/**
 * Packs load these files themselves, so they are searched whatever their size, and unsearchable ones are
 * reported.
 */
async function scanPickle(
  source: PackFiles,
  { path, size }: PackFile,
  tools: Tools,
  limits: NestedLimits,
): Promise<Finding[]> {
  const start = await source.readStart(path, Math.min(size, magicBytes))
  if (isCompressed(start)) return [hidden(path, 'The file is compressed, so that nobody can look into it.')]
  if (isZip(start) && size > archiveLimits.compressedBytes)
    return [hidden(path, 'The file is an archive that is too large to be looked into.')]
  // Files of weights may be as large as the archives of packs.
  if (isZip(start)) return scanZip(path, await source.read(path), tools, { ...limits, ...limitsOfWeights })
  return searchPickle(source, path, path)
}

async function searchPickle(source: PackFiles, path: string, place: string): Promise<Finding[]> {
  const finding = await checkPickle(place, source.pieces(path))
  return finding ? [finding] : []
}

const limitsOfWeights = {
  fileBytes: archiveLimits.compressedBytes,
  unpackedBytes: archiveLimits.unpackedBytes,
  entries: archiveLimits.entries,
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('/') + 1)

function isZip(start: Uint8Array): boolean {
  return start[0] === 0x50 && start[1] === 0x4b
}

function hidden(path: string, message: string): Finding {
  return toFinding(nestedArchive, path, { message })
}

async function scanOne(
  path: string,
  bytes: Uint8Array,
  tools: Tools,
  limits: NestedLimits,
): Promise<Finding[]> {
  if (zipped.test(path) && isZip(bytes)) return scanZip(path, bytes, tools, limits)
  if (hasArchiveAtEnd(bytes)) return [hidden(path, 'An archive follows other bytes.')]
  return packedTar.test(path) ? scanTar(path, bytes, tools, limits) : []
}

async function scanZip(
  path: string,
  bytes: Uint8Array,
  tools: Tools,
  limits: NestedLimits,
): Promise<Finding[]> {
  const { fileBytes: compressedBytes, unpackedBytes, entries } = limits
  try {
    const archive = await openArchive(sourceOfBytes(bytes), {
      ...archiveLimits,
      compressedBytes,
      unpackedBytes,
      entries,
    })
    return await scanInside(path, filesOfArchive(archive), tools, limits)
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error
    const isHostile = (document.test(path) ? hostileInDocuments : hostile).has(error.code)
    const severity = isHostile || pickleFile.test(path) ? 'high' : 'medium'
    const message = `The archive cannot be looked into: ${error.message}`
    tools.secrets.skip(path)
    return [toFinding(nestedArchive, path, { message, severity })]
  }
}

async function scanTar(
  path: string,
  packed: Uint8Array,
  tools: Tools,
  limits: NestedLimits,
): Promise<Finding[]> {
  const { unpackedBytes, entries } = limits
  const bytes = packed[0] === 0x1f && packed[1] === 0x8b ? await gunzip(packed, unpackedBytes) : packed
  if (!bytes) {
    const message = 'The archive is damaged, or too large to be looked into.'
    return [toFinding(nestedArchive, path, { message, severity: 'medium' })]
  }
  if (!isTar(bytes)) {
    const name = nameOf(path).replace(/\.gz$/i, '')
    return scanInside(path, filesOfRecord({ [name]: bytes }), tools, limits)
  }
  const files: Record<string, Uint8Array> = {}
  const findings: Finding[] = []
  let count = 0
  for (const { path: name, kind, target, bytes: content } of tarMembers(bytes)) {
    if (++count > entries) {
      const message = 'The archive has more entries than are looked into.'
      findings.push(toFinding(nestedArchive, path, { message, severity: 'medium' }))
      break
    }
    const leadsOut = (text: string) => /^([\\/]|[A-Za-z]:)|(^|[\\/])\.\.([\\/]|$)/.test(text)
    const renamed = changedByWindows(name)
    if (leadsOut(name) || (kind === 'link' && leadsOut(target)))
      findings.push(hidden(path, 'An entry of the archive leads out of its folder.'))
    else if (renamed && hostile.has(renamed))
      findings.push(
        hidden(path, 'An entry of the archive has another name on Windows than the one that it says.'),
      )
    else if (kind === 'file') files[name] = content
  }
  return [...findings.slice(0, 1), ...(await scanInside(path, filesOfRecord(files), tools, limits))]
}

/** Returns undefined for damaged data, and when the unpacked size exceeds the limit. */
function gunzip(packed: Uint8Array, limit: number): Promise<Uint8Array | undefined> {
  return decompressWithin(packed, 'gzip', limit).catch((error: unknown) => {
    if (error instanceof DamagedData) return undefined
    throw error
  })
}

/** Scans the content of an archive as if it were in a folder with the archive's name. */
async function scanInside(
  path: string,
  inner: PackFiles,
  tools: Tools,
  limits: NestedLimits,
): Promise<Finding[]> {
  const findings: Finding[] = []
  const python: CodeFile[] = []
  const decoder = new TextDecoder()
  let left = limits.codeBytes
  tools.secrets.open(path)
  for (const { path: name, size } of inner.files) {
    const place = `${path}/${name}`
    if (limits.depth < nestedLimits.depth && runsCode.test(name))
      findings.push(hidden(place, 'Hides code in an archive in an archive of the pack.'))
    const start = await inner.readStart(name, Math.min(size, magicBytes))
    if (archive.test(name)) findings.push(...(await scanDeeper(inner, name, place, tools, limits)))
    else if (isZip(start) && !pickleFile.test(name) && !pickleFile.test(path))
      findings.push(...(await scanDisguisedInside(inner, name, place, tools, limits)))
    skipUnopened(place, tools)
    findings.push(...scanFile(place, start))
    const binary = size < 8 ? undefined : checkBinary(place, start)
    if (binary) findings.push(binary)
    if (pickleFile.test(name)) findings.push(...(await scanInnerPickle(inner, name, place, start)))
    else if (canHoldObjects(name, start)) findings.push(...(await searchPickle(inner, name, place)))
    if (!/\.(pyw?|sh|bash|bat|cmd|ps1|pth|gitmodules)$/i.test(name)) {
      if (!archive.test(name) && !pickleFile.test(path) && !tools.secrets.isOpen(place))
        await tools.secrets.searchFile(inner, { path: name, size }, place)
      continue
    }
    left -= size
    if (left < 0) {
      findings.push(hidden(place, 'The archive holds more code than is looked into.'))
      tools.secrets.skip(place)
      break
    }
    const bytes = await inner.read(name)
    const text = /\.pyw?$/i.test(name) ? decodePython(bytes).text : decoder.decode(bytes)
    findings.push(...scanText(place, text))
    tools.secrets.searchText(place, text)
    if (/\.pyw?$/i.test(name)) python.push({ path: place, text })
  }
  return [...findings, ...scanCode(python, [], tools.parser).findings]
}

const runsCode =
  /\.(pyw?|py[cdo]|pth|so|dll|dylib|exe|com|scr|sh|bash|bat|cmd|ps1|vbs|[cm]?js|jar|class|lnk)$/i

/** Opens an archive inside an archive. Formats that are not opened are named, as they are in the pack itself. */
async function scanDeeper(
  inner: PackFiles,
  name: string,
  place: string,
  tools: Tools,
  limits: NestedLimits,
): Promise<Finding[]> {
  if (limits.depth <= 1) return [hidden(place, 'Hides an archive in an archive of the pack.')]
  if (!isArchive(name))
    return [
      toFinding(nestedArchive, place, { message: 'The archive is not looked into.', severity: 'medium' }),
    ]
  return scanOne(place, await inner.read(name), tools, deeper(limits))
}

const deeper = (limits: NestedLimits): NestedLimits => ({
  ...limits,
  unpackedBytes: limits.unpackedBytes / 4,
  depth: limits.depth - 1,
})

/** Opens a zip archive with another name inside an archive, such as a document. */
async function scanDisguisedInside(
  inner: PackFiles,
  name: string,
  place: string,
  tools: Tools,
  limits: NestedLimits,
): Promise<Finding[]> {
  const bytes = await inner.read(name)
  if (!hasArchiveAtEnd(bytes)) return []
  if (limits.depth > 1) return scanZip(place, bytes, tools, deeper(limits))
  tools.secrets.skip(place)
  return []
}

async function scanInnerPickle(
  inner: PackFiles,
  name: string,
  place: string,
  start: Uint8Array,
): Promise<Finding[]> {
  if (isZip(start) || isCompressed(start))
    return [hidden(place, 'Hides an archive in an archive of the pack.')]
  return searchPickle(inner, name, place)
}

/** A zip archive is read from its end, so one can follow a picture. Source: APPNOTE 4.3.16. */
function hasArchiveAtEnd(bytes: Uint8Array): boolean {
  return directoryAtEnd(bytes) !== undefined
}

/** Finds the last central directory, and its length. */
function directoryAtEnd(bytes: Uint8Array): { from: number; to: number } | undefined {
  const least = Math.max(0, bytes.byteLength - 65_557)
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = bytes.byteLength - 22; at >= least; at--) {
    if (bytes[at] !== 0x50 || view.getUint32(at, true) !== 0x06054b50) continue
    const directory = at - view.getUint32(at + 12, true)
    if (directory >= 0 && view.getUint32(directory, true) === 0x02014b50) return { from: directory, to: at }
  }
  return undefined
}

/** Parts of documents, which nothing runs. */
const isPlainData =
  /(^|\/)[^/]+\.(xml|rels|vml|json|txt|csv|tsv|md|png|jpe?g|gif|webp|bmp|tiff?|emf|wmf|svg|pdf|ttf|otf|woff2?|css|ya?ml|toml|ini|safetensors|npy|wav|mp3|ogg)$|\/$|^(mimetype|\[Content_Types\]\.xml|_rels\/\.rels)$/i

/**
 * Returns the names in an archive at the end of a file. Documents in old binary formats contain their theme as one, and
 * other programs add their data in this way. Source: [MS-XLS] 2.4.326, [MS-DOC] 2.9.310.
 */
function namesAtEnd(bytes: Uint8Array): string[] | undefined {
  const directory = directoryAtEnd(bytes)
  if (!directory) return undefined
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const names: string[] = []
  let at = directory.from
  while (at + 46 <= directory.to && view.getUint32(at, true) === 0x02014b50) {
    const nameEnd = at + 46 + view.getUint16(at + 28, true)
    names.push(new TextDecoder('latin1').decode(bytes.subarray(at + 46, nameEnd)))
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true)
  }
  // An empty name stands for a directory that cannot be read.
  return at === directory.to ? names : [...names, '']
}
