/**
 * Returns a node id in the letter case for comparisons, as in `nodes.normalized_id`. Changes only ASCII
 * letters: ids contain no others, and some others become ASCII in lowercase.
 */
export function nodeKey(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
