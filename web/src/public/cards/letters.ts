/** Most packs begin or end with the name of the tool. */
const toolName = /comfy[\s_-]*ui|custom[\s_-]*nodes?|\bnodes?\b/giu
const word = /\p{Lu}+(?=\p{Lu}\p{Ll}|\P{L}|$)|\p{L}\p{M}*[\p{Ll}\p{Lo}\p{M}]*|\p{N}+/gu

/** Two letters that tell packs apart: the initials of the first words of a name, or how its only word begins. */
export function lettersOf(name: string): string {
  const words = wordsOf(name.replace(toolName, ' '))
  const [first = '', second] = words.length > 0 ? words : wordsOf(name)
  const letters = [...(second && /^\p{L}/u.test(second) ? initial(first) + initial(second) : first)]
  return letters.slice(0, 2).join('').toLocaleUpperCase('en')
}

const wordsOf = (text: string): string[] => text.match(word) ?? []
const initial = (text: string): string => [...text][0] ?? ''
