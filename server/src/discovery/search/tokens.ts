/**
 * The one tokenizer, for what is stored and for what is asked. It knows how names look in this field
 * (`ComfyUI_IPAdapter_plus`, `KSampler (Efficient)`) and writing without blanks (Chinese, Japanese, Korean).
 */

/** A word as it stood in the text, folded, and the parts that its capitals and digits show. */
export interface Word {
  whole: string
  /** At least two, or none: `ip` and `adapter` of `IPAdapter`. */
  parts: readonly string[]
  /** Written without blanks between words: matched by its pairs of characters. */
  isRun: boolean
}

/** Code points. Longer words are cut, in the index as in the query, so that they still meet. */
const longestWord = 40

/** The words of a text in their order. */
export function wordsOf(text: string): Word[] {
  return [...fold(text).matchAll(wordPattern)].flatMap(([chunk]) => splitScripts(chunk))
}

/** A text without anything that people spell differently: blanks, punctuation, case, accents. */
export function compact(text: string): string {
  return cut(fold(text).replace(notWordPattern, '').toLowerCase(), longestWord * 2)
}

/**
 * Pairs of neighbouring characters: how text without blanks is found by any part of it. The last character
 * stands alone too, so that one character finds every place where it occurs.
 */
export function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  return [...pairs, characters.at(-1) ?? '']
}

/** Every two neighbours as one word: people write `animate diff` and `animatediff`. */
export function joinedNeighbours(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => cut(`${words[at]}${word}`))
}

export function cut(word: string, length = longestWord): string {
  // Most words are short: counting code points is only needed where they may be too many.
  return word.length <= length ? word : [...word].slice(0, length).join('')
}

const runScripts =
  '\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}\\p{sc=Thai}\\p{sc=Lao}\\p{sc=Khmer}ー'
const wordPattern = /[\p{L}\p{N}][\p{L}\p{N}\p{M}]*/gu
const notWordPattern = /[^\p{L}\p{N}\p{M}]+/gu
const runPattern = new RegExp(`[${runScripts}][${runScripts}\\p{M}]*|[^${runScripts}]+`, 'gu')
const isRunPattern = new RegExp(`^[${runScripts}]`, 'u')

function splitScripts(chunk: string): Word[] {
  return (chunk.match(runPattern) ?? []).map((piece) =>
    isRunPattern.test(piece) ? { whole: piece, parts: [], isRun: true } : toWord(piece),
  )
}

function toWord(piece: string): Word {
  const parts = (piece.match(partPattern) ?? []).map((part) => cut(part.toLowerCase()))
  return { whole: cut(piece.toLowerCase()), parts: parts.length > 1 ? parts : [], isRun: false }
}

/** `HTTPServer2` is HTTP, Server and 2; `nodes` behind capitals (`KJNodes`) begins at its own capital. */
const partPattern =
  /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lo}\p{Lm}\p{Lt}][\p{Lo}\p{Lm}\p{Lt}\p{M}]*|\p{Lu}|\p{N}+/gu

/**
 * Takes away what keyboards and habits differ in: width, ligatures, accents, vowel signs of Arabic and Hebrew.
 * Marks that make another letter (the dots of か and が, vowels of Indian scripts) stay.
 */
function fold(text: string): string {
  if (isAscii.test(text)) return text
  const wellFormed = text.toWellFormed()
  const folded = wellFormed.normalize('NFKD').replace(droppedMarks, '').normalize('NFC')
  return foldedLetters.test(folded) ? folded.replace(allFoldedLetters, foldLetter) : folded
}

/** Nothing in it is spelled in two ways. */
const isAscii = /^[\x00-\x7f]*$/

/** Combining accents, points of Hebrew, vowel signs and hamza of Arabic, its stretching sign; what joins. */
const droppedMarks =
  /[\u0300-\u036f\u0591-\u05c7\u0610-\u061a\u0640\u064b-\u065f\u0670]|[\u200b-\u200f\u2060]|\p{VS}/gu

const letters: Record<string, string> = {
  ß: 'ss',
  ẞ: 'SS',
  æ: 'ae',
  Æ: 'AE',
  œ: 'oe',
  Œ: 'OE',
  ø: 'o',
  Ø: 'O',
  ł: 'l',
  Ł: 'L',
  đ: 'd',
  Đ: 'D',
  ı: 'i',
  ة: 'ه',
  ى: 'ي',
}
const foldedLetters = new RegExp(`[${Object.keys(letters).join('')}]`)
const allFoldedLetters = new RegExp(foldedLetters, 'g')
const foldLetter = (letter: string) => letters[letter] ?? letter
