import { createHash } from 'node:crypto'
import Type, { type Static } from 'typebox'

/** The tree of a commit in the code host's API. */
export const TreeListing = Type.Object({
  truncated: Type.Optional(Type.Boolean()),
  tree: Type.Array(
    Type.Object({
      path: Type.String(),
      mode: Type.String(),
      type: Type.String(),
      sha: Type.String({ pattern: '^[0-9a-f]{40}([0-9a-f]{24})?$' }),
      size: Type.Optional(Type.Number()),
    }),
  ),
})

export type TreeFile = Static<typeof TreeListing>['tree'][number]

/**
 * The files that a commit has. Archives of code hosts leave files out (`export-ignore`) and change others (`export-subst`,
 * line ends), as the repository itself says, but `git clone` brings all as they are.
 */
export class CommitTree {
  readonly #files: ReadonlyMap<string, TreeFile>
  readonly #seen = new Set<string>()
  readonly #changed = new Set<string>()

  constructor({ tree }: Static<typeof TreeListing>) {
    this.#files = new Map(tree.filter(({ type }) => type === 'blob').map((file) => [file.path, file]))
  }

  /** Notes an entry of the archive whose content does not matter, such as a link. */
  see(path: string): void {
    this.#seen.add(path)
  }

  /** Returns the content that the commit has, if it is known from the one of the archive. */
  contentOf(path: string, archived: Buffer): Buffer | undefined {
    const file = this.#files.get(path)
    if (!file) return undefined
    const content = [archived, withoutCarriageReturns(archived)].find((one) => isBlob(one, file.sha))
    const kind = content ? this.#seen : this.#changed
    kind.add(path)
    return content
  }

  /** Lists what the archive left out or changed. */
  rest(): (TreeFile & { isChanged: boolean })[] {
    return [...this.#files.values()]
      .filter(({ path }) => !this.#seen.has(path))
      .map((file) => ({ ...file, isChanged: this.#changed.has(file.path) }))
  }
}

/** Whether these bytes are the object with this id. */
export function isBlob(content: Buffer, id: string): boolean {
  const hash = createHash(id.length === 40 ? 'sha1' : 'sha256')
  return hash.update(`blob ${content.length}\0`).update(content).digest('hex') === id
}

const withoutCarriageReturns = (content: Buffer) =>
  Buffer.from(content.toString('latin1').replaceAll('\r\n', '\n'), 'latin1')
