import {
  type Catalogue,
  type CatalogueFile,
  type CatalogueHead,
  catalogueFormat,
  deltaFormat,
} from './catalogue.ts'

/**
 * Canonical JSON (RFC 8785): members in the order of their names, no spaces. Its numbers are whole ones here, and
 * what is undefined is left out.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

export const headOf = (apiUrl: string): string =>
  canonical({
    download: `${apiUrl}/nodes/{id}/versions/{version}/node.zip`,
    format: catalogueFormat,
  } satisfies CatalogueHead)

/**
 * The first line of a delta: the first line of what comes out, and the sequence from which on it may be applied; absent
 * where that is the snapshot beside it alone.
 */
export const deltaHeadOf = (head: string, since?: number): string =>
  canonical({ format: deltaFormat, head: JSON.parse(head), since })

/** The line of a delta that takes a node out. */
export const removalOf = (id: string): string => canonical({ id, is_removed: true })

/** The line of a delta that changes some members of a node's line; null takes one out, as in RFC 7396. */
export const changesOf = (id: string, changes: Record<string, unknown>): string => canonical({ changes, id })

/** All that a pointer names. */
export const filesOf = ({ snapshot, deltas, recent }: Catalogue): CatalogueFile[] => [
  snapshot,
  ...deltas,
  ...(recent ? [recent] : []),
]

/**
 * What comes of a snapshot by a delta. It may hold more than is new to this snapshot: a line replaces the one of its
 * node. Throws `SyntaxError` for what is no such file; whether the outcome is right only its digest says.
 */
export function applyDelta(snapshot: string, delta: string): string {
  const [, ...lines] = linesOf(snapshot)
  const [first = '', ...changes] = linesOf(delta)
  const { head, format } = JSON.parse(first) as { head?: unknown; format?: unknown }
  if (format !== deltaFormat || head === undefined) throw new SyntaxError('not a delta')
  const byId = new Map(lines.map((line) => [readLine(line).id, line]))
  for (const line of changes) {
    const { id, is_removed, changes } = readLine(line)
    if (is_removed === true) byId.delete(id)
    else byId.set(id, changes === undefined ? line : changed(byId.get(id), changes))
  }
  const sorted = [...byId].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
  return fileOf([canonical(head), ...sorted])
}

export const fileOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

function linesOf(file: string): string[] {
  if (!file.endsWith('\n')) throw new SyntaxError('cut off')
  return file.slice(0, -1).split('\n')
}

/** Whoever lacks the line gets one that is not right, which the digest tells. */
function changed(line = '{}', changes: object): string {
  const members = Object.entries({ ...(JSON.parse(line) as object), ...changes })
  return canonical(Object.fromEntries(members.filter(([, value]) => value !== null)))
}

function readLine(line: string): { id: string; is_removed?: unknown; changes?: object } {
  const value: unknown = JSON.parse(line)
  if (typeof value !== 'object' || value === null || !('id' in value) || typeof value.id !== 'string') {
    throw new SyntaxError('a line without an id')
  }
  return value as { id: string }
}
