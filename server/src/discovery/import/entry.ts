import { readRepository } from '@nodeyard/analysis/ground'
import { limits } from '@nodeyard/contract/limits'
import { isNodeId } from '../../packs/nodes/node-id.ts'
import type { NamePattern } from '../../packs/nodes/sql.ts'
import { longestLine } from './lines.ts'
import { readNamePattern } from './patterns.ts'

/** One node of a community list, with its texts cut to the registry's limits. Undefined: the list does not say. */
export interface ListedNode {
  /** Undefined: made from the repository. */
  id: string | undefined
  name: string | undefined
  description: string | undefined
  author: string | undefined
  repositoryUrl: string
  repositoryKey: string | undefined
  repositoryFolder: string
  stars: number | undefined
  tags: string[] | undefined
  /** Sorted by code unit. */
  comfyNodeNames: string[] | undefined
  patterns: NamePattern[] | undefined
  /** Names of comfy-nodes that belong to this node before any other. */
  preempted: string[] | undefined
  lastUpdate: Date | undefined
}

/** The reason why an entry was rejected. */
export type EntryRefusal = 'not readable' | 'too long' | 'bad id' | 'no repository'

export interface ReadEntry {
  node: ListedNode
  /** Fields that exceeded their limits. */
  cut: string[]
}

/** Reads one line of a community list. Lists are untrusted: any field can be missing or have any type. */
export function readEntry(line: string): (ReadEntry & { node: { id: string } }) | EntryRefusal {
  if (line.length > longestLine) return 'too long'
  const entry = parseObject(line)
  if (!entry) return 'not readable'
  const id = typeof entry['id'] === 'string' ? entry['id'].trim() : ''
  if (!isNodeId(id)) return 'bad id'
  const { node, cut } = toListedNode(entry, { id, repository: entry['repository'] })
  return { node: { ...node, id }, cut }
}

/** Reads the fields that all lists name alike. */
export function toListedNode(
  entry: Record<string, unknown>,
  { id, repository }: { id: string | undefined; repository: unknown },
): ReadEntry {
  const cutter = new Cutter()
  const place = readRepository(toAddress(repository))
  const said = <Value>(name: string, read: (value: unknown) => Value) =>
    entry[name] === undefined ? undefined : read(entry[name])
  return {
    node: {
      id,
      name: cutter.line('name', entry['name'] ?? entry['title'], limits.nameLength) || undefined,
      description: said('description', (text) =>
        cutter.text('description', withoutMarks(text), limits.descriptionLength),
      ),
      author: said('author', (text) => cutter.line('author', text, limits.nameLength)),
      repositoryUrl: place?.address ?? '',
      repositoryKey: place?.key,
      repositoryFolder: place?.folder ?? '',
      stars: said('stars', toCount),
      tags: said('tags', (tags) => cutter.list('tags', tags, limits.listItems, limits.listItemLength)),
      comfyNodeNames: said('nodes', (names) => cutter.names('nodes', names, maxComfyNodes)),
      patterns: said('nodename_pattern', (text) => readNamePattern(text)),
      preempted: said('preemptions', (names) => cutter.names('preemptions', names, maxPreempted)),
      lastUpdate: toTime(entry['last_update']),
    },
    cut: [...cutter.fields],
  }
}

/** Removes the markup of lists, which write links as `[a/text](address)` and warnings as `[w/text]`. */
function withoutMarks(text: unknown): unknown {
  if (typeof text !== 'string') return text
  return text.replace(/\[(?:a\/)?([^[\]]+)\]\(https?:[^()\s]*\)/g, '$1').replace(/ ?\[w\/([^[\]]*)\]/g, ' $1')
}

/** More than ten times as many as in the largest known pack. */
const maxComfyNodes = 5000
const maxPreempted = 1000

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** Cuts texts and lists to their limits and records which fields were cut. */
class Cutter {
  readonly fields = new Set<string>()

  text(field: string, value: unknown, longest: number): string {
    const text = typeof value === 'string' ? clean(value) : ''
    if (text.length <= longest) return text
    this.fields.add(field)
    // Avoids half of a surrogate pair.
    return text
      .slice(0, longest)
      .toWellFormed()
      .replace(/\ufffd$/, '')
      .trimEnd()
  }

  line(field: string, value: unknown, longest: number): string {
    return this.text(field, typeof value === 'string' ? value.replace(/\s+/g, ' ') : value, longest)
  }

  list(field: string, value: unknown, most: number, longest: number): string[] {
    const texts = Array.isArray(value) ? value.map((one) => this.line(field, one, longest)) : []
    const different = [...new Set(texts.filter((text) => text !== ''))].sort()
    if (different.length > most) this.fields.add(field)
    return different.slice(0, most)
  }

  names(field: string, value: unknown, most: number): string[] {
    return this.list(field, value, most, limits.comfyNodeNameLength)
  }
}

/** PostgreSQL stores neither null characters nor lone surrogates. */
const clean = (text: string) => text.replaceAll('\0', '').toWellFormed().trim()

function toAddress(value: unknown): string {
  const text = typeof value === 'string' ? clean(value) : ''
  return /^https?:\/\/\S+$/i.test(text) && text.length <= limits.urlLength ? text : ''
}

const largestCount = 2 ** 31 - 1

function toCount(value: unknown): number {
  return typeof value === 'number' && value > 0 ? Math.min(Math.floor(value), largestCount) : 0
}

/** Parses `2025-01-31 23:59:59`, in UTC. */
function toTime(value: unknown): Date | undefined {
  if (typeof value !== 'string' || !/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/.test(value)) return undefined
  const time = new Date(`${value.replace(' ', 'T')}Z`)
  return Number.isNaN(time.getTime()) ? undefined : time
}
