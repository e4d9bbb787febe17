import { distance as distanceOf } from 'fastest-levenshtein'

const longest = 60

/** Returns the known word that was probably meant: with other letter case or signs, few other letters, or a word in common. */
export function nearestOf(written: string, known: readonly string[]): string | undefined {
  if (written.length > longest) return undefined
  const key = plain(written)
  if (key === '') return undefined
  const [best] = known
    .map((word) => ({ word, distance: distanceOf(key, plain(word)) }))
    .filter(
      ({ word, distance }) => distance <= Math.max(1, plain(word).length / 4) || sharesWord(written, word),
    )
    .sort((a, b) => a.distance - b.distance)
  return best?.word
}

const plain = (word: string): string => word.toLowerCase().replace(/[^a-z0-9]/g, '')

function sharesWord(written: string, word: string): boolean {
  const words = wordsIn(word)
  return wordsIn(written).some((one) => one.length > 3 && words.includes(one))
}

const wordsIn = (text: string): string[] =>
  text
    .replace(/([a-z])([A-Z])/g, '$1 $2')
    .toLowerCase()
    .split(/[^a-z0-9]+/)
