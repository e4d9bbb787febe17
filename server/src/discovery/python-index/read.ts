import {
  type IndexedPackage,
  type IndexedVersion,
  isPin,
  type PackageIndex,
  readRequirementLine,
  readVersion,
} from '@nodeyard/analysis/requirements'
import pLimit from 'p-limit'
import { namesIn, type ProjectVersion, readProject, requirementsOf } from './project.ts'
import type { IndexSource } from './source.ts'

export interface ReadOptions {
  source: IndexSource
  /** Requirement lines of all packs. */
  lines: Iterable<string>
  /** The last slice: metadata of a published version never change, so they are not read again. */
  last?: PackageIndex
  /** Newest versions of each package whose metadata are read. */
  versions: number
  say(line: string): void
}

export interface ReadIndex {
  packages: IndexedPackage[]
  /** Names that the index does not have. */
  missing: string[]
  /** Packages that could not be read, with the reason. */
  failed: { name: string; reason: string }[]
}

/** A closure this large is no longer what packs need. */
export const maxPackages = 20_000
const requestsAtOnce = 8

/** Reads the packages that packs require, directly or not, from an index. */
export async function readClosure(options: ReadOptions): Promise<ReadIndex> {
  const { names, pins } = statedIn(options.lines)
  const result: ReadIndex = { packages: [], missing: [], failed: [] }
  const seen = new Set(names)
  let waiting = [...names]
  const limit = pLimit(requestsAtOnce)
  while (waiting.length > 0) {
    const read = await Promise.all(
      waiting.map((name) => limit(() => readPackage(name, pins.get(name) ?? new Set(), options))),
    )
    waiting = []
    for (const [i, one] of read.entries()) {
      note(result, one)
      if (!('package' in one)) continue
      for (const name of namesIn(one.package.versions.flatMap(({ requires = [] }) => requires))) {
        if (seen.has(name) || seen.size >= maxPackages) continue
        seen.add(name)
        waiting.push(name)
      }
      if (i % 100 === 99) options.say(`${result.packages.length} packages are read.`)
    }
  }
  result.packages.sort((a, b) => (a.name < b.name ? -1 : 1))
  return result
}

type ReadPackage = { package: IndexedPackage } | { missing: string } | { failed: string; reason: string }

function note(result: ReadIndex, one: ReadPackage): void {
  if ('package' in one) result.packages.push(one.package)
  else if ('missing' in one) result.missing.push(one.missing)
  else result.failed.push({ name: one.failed, reason: one.reason })
}

/** Packages that lines of packs name, and versions that they pin. */
function statedIn(lines: Iterable<string>): { names: Set<string>; pins: Map<string, Set<string>> } {
  const names = new Set<string>()
  const pins = new Map<string, Set<string>>()
  for (const line of lines) {
    const read = readRequirementLine(line)
    if (read.kind === 'address' && read.name) names.add(read.name)
    if (read.kind !== 'requirement') continue
    const { name, specifiers } = read.requirement
    names.add(name)
    const pinned = specifiers.filter(isPin).flatMap(({ version }) => readVersion(version)?.text ?? [])
    pins.set(name, new Set([...(pins.get(name) ?? []), ...pinned]))
  }
  return { names, pins }
}

/** One package that cannot be read does not spoil the slice: it is kept as it was, or left out. */
async function readPackage(
  name: string,
  pins: ReadonlySet<string>,
  options: ReadOptions,
): Promise<ReadPackage> {
  const known = options.last?.find(name)
  try {
    const found = await options.source.readProject(name)
    if (!found) return { missing: name }
    const versions = readProject(name, found.text, found.base)
    const requires = new Map(known?.versions.map((one) => [one.version, one.requires]))
    const read: IndexedVersion[] = []
    let left = options.versions
    for (const one of versions) {
      const isNewest = !one.parsed.isPrerelease && !one.isYanked && left-- > 0
      const stated =
        requires.get(one.version) ??
        one.requires ??
        (isNewest || pins.has(one.version) ? await stateOf(one, options) : undefined)
      const { parsed: _, metadata: __, ...facts } = one
      read.push({ ...facts, ...(stated ? { requires: stated } : {}) })
    }
    return { package: { name, versions: read } }
  } catch (error) {
    if (known) return { package: known }
    return { failed: name, reason: error instanceof Error ? error.message : String(error) }
  }
}

async function stateOf({ metadata }: ProjectVersion, { source }: ReadOptions): Promise<string[] | undefined> {
  if (!metadata) return undefined
  const text = await source.readMetadata(metadata)
  return text === undefined ? undefined : requirementsOf(text)
}
