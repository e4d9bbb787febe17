import { type RawBuilder, sql } from 'kysely'

/**
 * Returns a node id in the letter case for comparisons, as in `nodes.normalized_id`. Changes only ASCII
 * letters: ids contain no others, and some others become ASCII in lowercase.
 */
export function nodeKey(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}

/** Returns the key of an alias, as in `node_aliases.key`: people write `my_pack` for `My-Pack`. */
export function aliasKey(text: string): string {
  return nodeKey(text).replace(/[-._]+/g, '-')
}

/** The host of nearly all repositories, which `owner/name` leaves out. */
export const usualHost = 'github.com'

/** SQL: the id of the node with this id in any letter case, repository as `owner/name`, or alias. */
export function namedNode(asked: string): RawBuilder<string | null> {
  return sql<string | null>`node_named(${nodeKey(asked)}, ${aliasKey(asked)}, ${usualHost})`
}
