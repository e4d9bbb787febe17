import { defined } from '../../ground/defined.ts'
import { normalName } from '../marker.ts'
import { maxRequirementLength } from '../requirement.ts'
import { readVersion } from '../versions.ts'
import type { IndexedPackage, IndexedVersion, PackageIndex } from './package-index.ts'

/**
 * A package in a slice, as one line of JSON. Versions repeat their requirements and tags, so they name lists by place.
 */
interface SliceLine {
  name: string
  requirements: string[][]
  versions: {
    python?: string
    requirements?: number
    source?: true
    uploaded?: string
    version: string
    wheels?: number
    yanked?: true
  }[]
  wheels: string[][]
}

/** Versions of one package that a slice keeps: the newest. */
export const maxIndexedVersions = 2000

/** Writes a package. Members are in the order of canonical JSON (RFC 8785). */
export function writeSliceLine({ name, versions }: IndexedPackage): string {
  const requirements = new Lists()
  const wheels = new Lists()
  const line: SliceLine = {
    name,
    requirements: requirements.all,
    versions: versions.map((one) => ({
      ...defined({ python: one.requiresPython || undefined }),
      ...(one.requires ? { requirements: requirements.placeOf(one.requires) } : {}),
      ...(one.hasSource ? { source: true } : {}),
      ...defined({ uploaded: one.uploadedAt || undefined }),
      version: one.version,
      ...(one.wheels ? { wheels: wheels.placeOf(one.wheels) } : {}),
      ...(one.isYanked ? { yanked: true } : {}),
    })),
    wheels: wheels.all,
  }
  return JSON.stringify(line)
}

class Lists {
  readonly all: string[][] = []
  readonly #places = new Map<string, number>()

  placeOf(list: readonly string[]): number {
    const key = JSON.stringify(list)
    const known = this.#places.get(key)
    if (known !== undefined) return known
    this.#places.set(key, this.all.length)
    return this.all.push([...list]) - 1
  }
}

/**
 * Reads the lines of a slice after its head. Packages are parsed when they are first asked for. A damaged line counts as
 * an unknown package.
 */
export class Slice implements PackageIndex {
  readonly #lines = new Map<string, string>()
  readonly #parsed = new Map<string, IndexedPackage | undefined>()

  constructor(lines: Iterable<string>) {
    for (const line of lines) {
      const name = /^\{"name":"([a-z0-9][a-z0-9-]*)"/.exec(line)?.[1]
      if (name !== undefined) this.#lines.set(name, line)
    }
  }

  get size(): number {
    return this.#lines.size
  }

  find(name: string): IndexedPackage | undefined {
    const line = this.#lines.get(name)
    if (line === undefined) return undefined
    if (!this.#parsed.has(name)) this.#parsed.set(name, readSliceLine(line))
    return this.#parsed.get(name)
  }
}

/** Reads a whole slice, which begins with a line about its format. */
export function sliceIn(bytes: Uint8Array): Slice {
  const [, ...lines] = new TextDecoder().decode(bytes).split('\n')
  return new Slice(lines)
}

/** Undefined if the line is malformed. */
function readSliceLine(text: string): IndexedPackage | undefined {
  const line = parsed(text)
  if (!isRecord(line)) return undefined
  const { name, versions } = line
  const [requirements, wheels] = [listsIn(line['requirements']), listsIn(line['wheels'])]
  if (typeof name !== 'string' || normalName(name) !== name || !Array.isArray(versions)) return undefined
  if (!requirements || !wheels) return undefined
  return {
    name,
    versions: versions
      .slice(0, maxIndexedVersions)
      .flatMap((one) => versionIn(one, requirements, wheels) ?? []),
  }
}

function versionIn(
  value: unknown,
  requirements: readonly string[][],
  wheels: readonly string[][],
): IndexedVersion | undefined {
  if (!isRecord(value) || typeof value['version'] !== 'string' || !readVersion(value['version']))
    return undefined
  const { version, python, uploaded, yanked, source } = value
  const [requires, tags] = [requirements[Number(value['requirements'])], wheels[Number(value['wheels'])]]
  return {
    version,
    ...defined({ requires: requires || undefined, wheels: tags || undefined }),
    ...(typeof python === 'string' ? { requiresPython: python } : {}),
    ...(typeof uploaded === 'string' ? { uploadedAt: uploaded } : {}),
    ...(yanked === true ? { isYanked: true } : {}),
    ...(source === true ? { hasSource: true } : {}),
  }
}

function listsIn(value: unknown): string[][] | undefined {
  if (!Array.isArray(value)) return undefined
  const isList = (one: unknown): one is string[] =>
    Array.isArray(one) && one.every((text) => typeof text === 'string' && text.length <= maxRequirementLength)
  return value.every(isList) ? value : undefined
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
