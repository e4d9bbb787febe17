/**
 * The letter case in which ids of nodes are compared, as in `nodes.normalized_id`. Only of ASCII letters: no id
 * has others, and some of those become ASCII when they are made small.
 */
export function nodeKey(id: string): string {
  return id.replace(/[A-Z]/g, (letter) => letter.toLowerCase())
}
