const wordsTogether = 5
const sampled = 24

/** Splits a license text into words. Copyright lines and blanks to fill in differ between packs. */
export const wordsIn = (text: string): string[] =>
  text
    .split('\n')
    .filter((line) => !/^\W*(?:copyright\b|\(c\)|©)/i.test(line))
    .join('\n')
    .replace(/<[^<>\n]{0,80}>|\[[^[\]\n]{0,80}\]/g, ' ')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
    .filter((word) => word !== '')

/** Hashes of all groups of words that follow each other. */
export function groupsOf(words: readonly string[]): Set<number> {
  const groups = new Set<number>()
  for (let at = 0; at + wordsTogether <= words.length; at++)
    groups.add(hashOf(words.slice(at, at + wordsTogether).join(' ')))
  return groups
}

/** A sample of the groups, which depends on the text only. */
export const sketchOf = (words: readonly string[]): number[] =>
  [...groupsOf(words)].sort((a, b) => a - b).slice(0, sampled)

/** Counts words that restrict a use. A text with more of them than its license allows less. */
export const restrictionsIn = (text: string): number =>
  text.match(/commercial|commons clause|not sell|prohibit/gi)?.length ?? 0

/** FNV-1a. */
function hashOf(text: string): number {
  let hash = 0x811c9dc5
  for (let at = 0; at < text.length; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193)
  return hash >>> 0
}
