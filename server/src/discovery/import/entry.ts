import { limits } from '@nodeyard/contract/limits'
import { nodeKey } from '../../ground/db/node-key.ts'
import { isNodeId } from '../../packs/nodes/node-id.ts'
import { repositoryKey } from '../../packs/nodes/repository.ts'
import { longestLine } from './lines.ts'
import type { NodeToWrite } from './sql.ts'

/** One node of a community list, with its texts cut to the registry's limits. */
export interface ListedNode extends Omit<NodeToWrite, 'createdAt'> {
  lastUpdate: Date | undefined
}

/** The reason why a line was rejected. */
export type Refusal = 'not readable' | 'too long' | 'bad id'

export interface ReadEntry {
  node: ListedNode
  /** Whether a text exceeded its limit. */
  isCut: boolean
}

/** Reads one line of a community list. Lists are untrusted: any field can be missing or have any type. */
export function readEntry(line: string): ReadEntry | Refusal {
  if (line.length > longestLine) return 'too long'
  const entry = parseObject(line)
  if (!entry) return 'not readable'
  const id = typeof entry['id'] === 'string' ? entry['id'].trim() : ''
  if (!isNodeId(id)) return 'bad id'
  const cutter = new Cutter()
  const repositoryUrl = toAddress(entry['repository'])
  return {
    node: {
      id,
      name: cutter.line(entry['name'], limits.nameLength) || id,
      description: cutter.text(withoutMarks(entry['description']), limits.descriptionLength),
      author: cutter.line(entry['author'], limits.nameLength),
      repositoryUrl,
      repositoryKey: repositoryKey(repositoryUrl),
      stars: toCount(entry['stars']),
      tags: cutter.list(entry['tags'], limits.listItems, limits.listItemLength),
      comfyNodeNames: cutter.list(entry['nodes'], mostComfyNodes, limits.comfyNodeNameLength),
      lastUpdate: toTime(entry['last_update']),
    },
    isCut: cutter.hasCut,
  }
}

/** Removes the markup of lists, which write links as `[a/text](address)` and warnings as `[w/text]`. */
function withoutMarks(text: unknown): unknown {
  if (typeof text !== 'string') return text
  return text.replace(/\[(?:a\/)?([^[\]]+)\]\(https?:[^()\s]*\)/g, '$1').replace(/ ?\[w\/([^[\]]*)\]/g, ' $1')
}

/** More than ten times as many as in the largest known pack. */
const mostComfyNodes = 5000

export const keyOf = ({ id }: ListedNode): string => nodeKey(id)

function parseObject(line: string): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(line)
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value)
    return isObject ? (value as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}

/** Cuts texts and lists to their limits and records whether anything was cut. */
class Cutter {
  hasCut = false

  text(value: unknown, longest: number): string {
    const text = typeof value === 'string' ? clean(value) : ''
    if (text.length <= longest) return text
    this.hasCut = true
    // Avoids half of a surrogate pair.
    return text
      .slice(0, longest)
      .toWellFormed()
      .replace(/\ufffd$/, '')
      .trimEnd()
  }

  line(value: unknown, longest: number): string {
    return this.text(typeof value === 'string' ? value.replace(/\s+/g, ' ') : value, longest)
  }

  list(value: unknown, most: number, longest: number): string[] {
    const texts = Array.isArray(value) ? value.map((one) => this.line(one, longest)) : []
    const different = [...new Set(texts.filter((text) => text !== ''))].sort()
    if (different.length > most) this.hasCut = true
    return different.slice(0, most)
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
