import {
  compareVersions,
  type IndexedVersion,
  maxIndexedVersions,
  maxRequirementLength,
  normalName,
  readRequirement,
  readVersion,
  type Version,
} from '@nodeyard/analysis/requirements'

/** A version of a project in an index, and where its metadata are. */
export interface ProjectVersion extends IndexedVersion {
  parsed: Version
  metadata?: URL
}

/** Requirements of a version; more are not believed. */
const maxRequirements = 2000

/**
 * Reads a project of the simple API (PEP 691, with the upload times of PEP 700) or of the JSON API, newest version first.
 * Throws `SyntaxError` if it is malformed; leaves out files that are.
 */
export function readProject(name: string, text: string, base: URL): ProjectVersion[] {
  const project: unknown = JSON.parse(text)
  const files = isRecord(project) ? filesOf(project) : undefined
  if (!isRecord(project) || !files) throw new SyntaxError('no list of files')
  const versions = new Map<string, Gathered>()
  for (const file of files) {
    if (!isRecord(file)) continue
    const named = typeof file['filename'] === 'string' ? versionOfFile(name, file['filename']) : undefined
    if (!named) continue
    const known = versions.get(named.version.text) ?? { version: named.version, files: [] }
    known.files.push({ ...named, file })
    versions.set(named.version.text, known)
  }
  const stated = statedIn(project['info'])
  return [...versions.values()]
    .sort((a, b) => compareVersions(b.version, a.version))
    .slice(0, maxIndexedVersions)
    .map((gathered) => ({
      ...toVersion(gathered, base),
      ...(stated?.version === gathered.version.text ? { requires: stated.requires } : {}),
    }))
}

function filesOf(project: Record<string, unknown>): unknown[] | undefined {
  if (Array.isArray(project['files'])) return project['files']
  const { releases } = project
  if (!isRecord(releases)) return undefined
  const files = Object.values(releases).flatMap((one) => (Array.isArray(one) ? one : []))
  // The JSON API does not say which files have metadata beside them; nearly all wheels do.
  return files.map((file) => (isRecord(file) ? { 'core-metadata': true, ...file } : file))
}

/** The JSON API has the requirements of the version that it describes. */
function statedIn(info: unknown): { version: string; requires: string[] } | undefined {
  if (!isRecord(info) || typeof info['version'] !== 'string') return undefined
  const version = readVersion(info['version'])
  const lines: unknown = info['requires_dist'] ?? []
  if (!version || !Array.isArray(lines) || lines.length > maxRequirements) return undefined
  const requires = lines.filter((line) => typeof line === 'string' && line.length <= maxRequirementLength)
  return requires.length === lines.length ? { version: version.text, requires } : undefined
}

interface Gathered {
  version: Version
  files: (NamedFile & { file: Record<string, unknown> })[]
}

interface NamedFile {
  version: Version
  /** Omitted for a source archive. */
  tags?: string
}

/** Source: binary distribution format (PEP 427), source distribution format (PEP 625). */
function versionOfFile(name: string, filename: string): NamedFile | undefined {
  if (filename.length > 500) return undefined
  if (filename.endsWith('.whl')) {
    const parts = filename.slice(0, -'.whl'.length).split('-')
    const version = readVersion(parts[1] ?? '')
    if (!version || parts.length < 5 || normalName(parts[0] ?? '') !== name) return undefined
    return { version, tags: parts.slice(-3).join('-') }
  }
  const stem = /^(.+)\.(?:tar\.gz|zip|tar\.bz2)$/.exec(filename)?.[1]
  // Old source archives keep hyphens in the name, so that the version is what follows it.
  for (let at = stem?.indexOf('-') ?? -1; stem && at > 0; at = stem.indexOf('-', at + 1)) {
    if (normalName(stem.slice(0, at)) !== name) continue
    const version = readVersion(stem.slice(at + 1))
    if (version) return { version }
  }
  return undefined
}

function toVersion({ version, files }: Gathered, base: URL): ProjectVersion {
  const wheels = files.filter(({ tags }) => tags !== undefined)
  const uploads = files.flatMap(({ file }) => timeIn(file['upload-time'] ?? file['upload_time_iso_8601']))
  const python = files
    .map(({ file }) => file['requires-python'] ?? file['requires_python'])
    .find((one) => typeof one === 'string')
  const metadata = wheels.find(({ file }) => hasMetadata(file))?.file['url']
  const url = typeof metadata === 'string' ? URL.parse(`${metadata.split('#')[0]}.metadata`, base) : null
  return {
    parsed: version,
    version: version.text,
    ...(typeof python === 'string' && python.length <= 200 && python !== ''
      ? { requiresPython: python }
      : {}),
    ...(uploads.length > 0 ? { uploadedAt: new Date(Math.min(...uploads)).toISOString() } : {}),
    ...(files.every(({ file }) => Boolean(file['yanked'])) ? { isYanked: true } : {}),
    wheels: [...new Set(wheels.map(({ tags = '' }) => tags))].sort(),
    ...(wheels.length < files.length ? { hasSource: true } : {}),
    ...(url ? { metadata: url } : {}),
  }
}

const hasMetadata = (file: Record<string, unknown>): boolean =>
  Boolean(file['core-metadata'] ?? file['dist-info-metadata'] ?? file['data-dist-info-metadata'])

function timeIn(value: unknown): number[] {
  const time = typeof value === 'string' ? Date.parse(value) : Number.NaN
  return Number.isFinite(time) ? [time] : []
}

/** The requirements that a metadata file states. Undefined if they cannot be believed. Source: core metadata. */
export function requirementsOf(metadata: string): string[] | undefined {
  const requirements: string[] = []
  for (const line of metadata.split(/\r?\n/)) {
    // The description follows an empty line.
    if (line === '') break
    if (!/^requires-dist:/i.test(line)) continue
    const text = line.slice('requires-dist:'.length).trim()
    if (text.length > maxRequirementLength || requirements.length >= maxRequirements) return undefined
    requirements.push(text)
  }
  return requirements
}

/** The packages that lines ask for, whatever the machine. */
export function namesIn(lines: Iterable<string>): Set<string> {
  const names = new Set<string>()
  for (const line of lines) {
    const read = readRequirement(line)
    if ('requirement' in read) names.add(read.requirement.name)
  }
  return names
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
