import { defined } from '../ground/defined.ts'
import { isObject, type JsonObject, listOf, objectOf } from '../ground/json.ts'
import {
  type InstalledPack,
  type LockedModel,
  LockRefusal,
  maxModels,
  maxPacks,
  maxPins,
  type PythonPin,
} from './installation.ts'
import {
  assertWithin,
  commitOf,
  compact,
  idOf,
  modelOf,
  packageNameOf,
  packFolderOf,
  pinVersionOf,
  repositoryOf,
  sha256Of,
  sizeOf,
  urlOf,
  versionOf,
} from './parts.ts'

export const lockFileName = 'nodeyard.lock'
const format = 'nodeyard-lock/1'

/** The machine that the Python packages were chosen for. */
interface LockMachine {
  python: string
  os: string
  architecture?: string
  accelerator?: string
}

/** Everything to install, so that installing it later gives the same bytes. */
export interface Lock {
  /** When the versions were chosen. */
  created: string
  /** URL of the registry's API. */
  registry: string
  machine?: LockMachine
  tool?: { version?: string; commit?: string }
  packs: LockedPack[]
  python: PythonPin[]
  /** The date of the slice of the package index that the Python packages were chosen from. */
  indexReadAt?: string
  models: LockedModel[]
  /** Names that are needed, but not pinned by this file. */
  unknown: string[]
}

/** An archive with its digest, or a repository at a commit. */
export type LockedPack = Omit<InstalledPack, 'isDisabled' | 'lines' | 'unread'> & { folder: string }

const maxUnknown = 1_000

/** Writes a lock. Equal locks give equal bytes, in whichever order their parts were found. */
export function writeLock(lock: Lock): string {
  const byKey = <T>(list: readonly T[], keyOf: (one: T) => string) =>
    list.toSorted((a, b) => (keyOf(a) < keyOf(b) ? -1 : keyOf(a) > keyOf(b) ? 1 : 0))
  const { machine, tool } = lock
  const file = {
    format,
    created: lock.created,
    registry: lock.registry,
    machine: machine && inOrder(machine, ['python', 'os', 'architecture', 'accelerator']),
    tool: tool && inOrder(tool, ['version', 'commit']),
    packs: byKey(lock.packs, ({ folder }) => folder).map((pack) =>
      inOrder(pack, ['folder', 'id', 'version', 'url', 'sha256', 'size', 'repository', 'commit']),
    ),
    index_read_at: lock.indexReadAt,
    python: byKey(lock.python, ({ name }) => name).map((pin) => inOrder(pin, ['name', 'version'])),
    models: byKey(lock.models, ({ folder, name }) => `${folder}/${name}`).map((model) =>
      inOrder(model, ['folder', 'name', 'url', 'sha256', 'size']),
    ),
    unknown: [...new Set(lock.unknown)].sort(),
  }
  return `${JSON.stringify(file, null, 2)}\n`
}

function inOrder<T extends object>(value: T, keys: readonly (keyof T & string)[]): Partial<T> {
  return Object.fromEntries(keys.map((key) => [key, value[key]])) as Partial<T>
}

export const isLock = (value: unknown): value is JsonObject =>
  isObject(value) && typeof value['format'] === 'string' && value['format'].startsWith('nodeyard-lock/')

/** Reads a lock strictly: a part that cannot be read could be what matters. Throws {@link LockRefusal}. */
export function readLock(value: JsonObject): Lock {
  if (value['format'] !== format) throw new LockRefusal('newer_format', String(value['format']).slice(0, 40))
  const read = <T>(key: string, most: number, toPart: (one: JsonObject) => T | undefined): T[] => {
    const list = value[key] === undefined ? [] : value[key]
    if (!Array.isArray(list)) throw new LockRefusal('broken', key)
    assertWithin(list, most, key)
    return list.map((one, at) => {
      const part = isObject(one) ? toPart(one) : undefined
      if (part === undefined) throw new LockRefusal('broken', `${key}[${at}]`)
      return part
    })
  }
  const unknown = listOf(value['unknown'])
  assertWithin(unknown, maxUnknown, 'unknown')
  const [machine, tool] = [machineOf(value['machine']), toolOf(value['tool'])]
  const indexReadAt = dateOf(value['index_read_at'])
  return {
    created: dateOf(value['created']) ?? refuse('created'),
    registry: urlOf(value['registry']) === undefined ? refuse('registry') : String(value['registry']),
    ...defined({ machine, tool }),
    packs: withoutDoubles(read('packs', maxPacks, packOf), ({ folder }) => folder.toLowerCase(), 'packs'),
    python: withoutDoubles(read('python', maxPins, pinOf), ({ name }) => name, 'python'),
    ...defined({ indexReadAt: indexReadAt || undefined }),
    models: read('models', maxModels, modelOf),
    unknown: unknown.flatMap((one) => (typeof one === 'string' ? [one.slice(0, 300)] : [])),
  }
}

function refuse(place: string): never {
  throw new LockRefusal('broken', place)
}

/** Two packs in one folder would overwrite each other. */
function withoutDoubles<T>(list: T[], keyOf: (one: T) => string, place: string): T[] {
  const seen = new Set(list.map(keyOf))
  if (seen.size < list.length) throw new LockRefusal('broken', place)
  return list
}

function dateOf(value: unknown): string | undefined {
  const isDate = typeof value === 'string' && /^\d{4}-\d\d-\d\dT[\d:.]{5,15}Z$/.test(value)
  return isDate && !Number.isNaN(Date.parse(value)) ? value : undefined
}

export function toolOf(value: unknown): Lock['tool'] {
  const { version, commit } = objectOf(value)
  const tool = compact<NonNullable<Lock['tool']>>({ version: versionOf(version), commit: commitOf(commit) })
  return Object.keys(tool).length > 0 ? tool : undefined
}

function machineOf(value: unknown): LockMachine | undefined {
  const { python, os, architecture, accelerator } = objectOf(value)
  const [readPython, readOs] = [versionOf(python), versionOf(os)]
  if (readPython === undefined || readOs === undefined) return undefined
  return compact<LockMachine>({
    python: readPython,
    os: readOs,
    architecture: versionOf(architecture),
    accelerator: versionOf(accelerator),
  })
}

function packOf(value: JsonObject): LockedPack | undefined {
  const folder = packFolderOf(value['folder'])
  if (folder === undefined) return undefined
  const pack = compact<LockedPack>({
    folder,
    id: idOf(value['id']),
    version: versionOf(value['version']),
    url: urlOf(value['url']),
    sha256: sha256Of(value['sha256']),
    size: sizeOf(value['size']),
    repository: repositoryOf(value['repository']),
    commit: commitOf(value['commit']),
  })
  const isArchive = pack.url !== undefined && pack.sha256 !== undefined
  return isArchive || pack.repository !== undefined ? pack : undefined
}

function pinOf(value: JsonObject): PythonPin | undefined {
  const [name, version] = [packageNameOf(value['name']), pinVersionOf(value['version'])]
  return name === undefined || version === undefined ? undefined : { name, version }
}
