import {
  type Catalogue,
  type CatalogueFile,
  type CatalogueHead,
  catalogueFormat,
  deltaFormat,
} from './catalogue.ts'

/**
 * Serializes a value as canonical JSON (RFC 8785): members sorted by name, no spaces. Accepts only integers
 * as numbers, and leaves out undefined members.
 */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

/** Builds the first line of a snapshot. */
export const headOf = (apiUrl: string): string =>
  canonical({
    download: `${apiUrl}/nodes/{id}/versions/{version}/node.zip`,
    format: catalogueFormat,
  } satisfies CatalogueHead)

/**
 * Builds the first line of a delta: the first line of the resulting snapshot, and the lowest sequence that
 * the delta applies to. Without `since`, it applies only to the snapshot beside it.
 */
export const deltaHeadOf = (head: string, since?: number): string =>
  canonical({ format: deltaFormat, head: JSON.parse(head), since })

/** Builds the line of a delta that removes a node. */
export const removalOf = (id: string): string => canonical({ id, is_removed: true })

/**
 * Builds the line of a delta that changes some members of a node's line; null removes a member, as in RFC
 * 7396.
 */
export const changesOf = (id: string, changes: Record<string, unknown>): string => canonical({ changes, id })

/** Lists all the files that a pointer names. */
export const filesOf = ({ snapshot, deltas, recent }: Catalogue): CatalogueFile[] => [
  snapshot,
  ...deltas,
  ...(recent ? [recent] : []),
]

/**
 * Applies a delta to a snapshot. A delta can contain lines that the snapshot already has: each line replaces
 * the one of its node. Throws `SyntaxError` for malformed files; only the digest tells whether the result is
 * right.
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

/** Joins lines to a file that ends in a line break. */
export const fileOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

function linesOf(file: string): string[] {
  if (!file.endsWith('\n')) throw new SyntaxError('cut off')
  return file.slice(0, -1).split('\n')
}

/** A missing line produces a wrong one, which the digest check catches. */
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
