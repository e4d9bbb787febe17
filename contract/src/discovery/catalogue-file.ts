import {
  type Catalogue,
  type CatalogueFile,
  type CatalogueHead,
  catalogueFormat,
  changesFormat,
  typesFormat,
} from './catalogue.ts'

/** Canonical JSON (RFC 8785) of a value whose numbers are all integers. Omits undefined members. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}

/** The first line of a snapshot. */
export const headOf = (apiUrl: string): string =>
  canonical({
    download: `${apiUrl}/nodes/{id}/versions/{version}/node.zip`,
    format: catalogueFormat,
  } satisfies CatalogueHead)

/** The first line of the file of types. */
export const typesHead: string = canonical({ format: typesFormat })

/** The first line of a file of changes. `head` becomes the first line of the result. */
export const changesHeadOf = (head: string): string =>
  canonical({ format: changesFormat, head: JSON.parse(head) })

/** The line of a file of changes that removes a node. */
export const removalOf = (id: string): string => canonical({ id, is_removed: true })

/** The files that a pointer names. */
export const filesOf = ({
  snapshot,
  recent,
  types,
}: Pick<Catalogue, 'snapshot' | 'recent' | 'types'>): CatalogueFile[] =>
  [snapshot, recent, types].filter((file) => file !== undefined)

/** Applies a file of changes to a snapshot. Throws `SyntaxError` if either file is malformed. */
export function applyChanges(snapshot: string, changes: string): string {
  const [, ...lines] = linesOf(snapshot)
  const [first = '', ...changedLines] = linesOf(changes)
  const { head, format }: { head?: unknown; format?: unknown } = JSON.parse(first)
  if (format !== changesFormat || head === undefined) throw new SyntaxError('not a file of changes')
  const byId = new Map(lines.map((line) => [readLine(line).id, line]))
  for (const line of changedLines) {
    const { id, is_removed } = readLine(line)
    if (is_removed === true) byId.delete(id)
    else byId.set(id, line)
  }
  const sorted = [...byId].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, line]) => line)
  return fileOf([canonical(head), ...sorted])
}

/** Joins lines into a file that ends in a line feed. */
export const fileOf = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('')

function linesOf(file: string): string[] {
  if (!file.endsWith('\n')) throw new SyntaxError('truncated')
  return file.slice(0, -1).split('\n')
}

function readLine(line: string): { id: string; is_removed?: unknown } {
  const value: unknown = JSON.parse(line)
  if (typeof value !== 'object' || value === null || !('id' in value) || typeof value.id !== 'string') {
    throw new SyntaxError('a line without an id')
  }
  return { ...value, id: value.id }
}
