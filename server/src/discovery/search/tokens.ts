/**
 * Tokenizer for both indexed texts and queries. It splits typical names of this field (`ComfyUI_IPAdapter_plus`,
 * `KSampler (Efficient)`) and supports scripts without blanks (Chinese, Japanese, Korean).
 */

/** A folded word of a text, and the parts that its capitals and digits separate. */
export interface Word {
  whole: string
  /** Empty, or at least two parts: `ip` and `adapter` of `IPAdapter`. */
  parts: readonly string[]
  /** Written without blanks between words: matched by its pairs of characters. */
  isRun: boolean
}

/** Longer words are cut to this many code points in the index and in queries, so that they still match. */
const maxWordLength = 40

/** Splits a text into its words. */
export function wordsOf(text: string): Word[] {
  return [...fold(text).matchAll(wordPattern)].flatMap(([chunk]) => splitScripts(chunk))
}

/** Removes differences in spelling: blanks, punctuation, case and accents. */
export function compact(text: string): string {
  return cut(fold(text).replace(notWordPattern, '').toLowerCase(), maxWordLength * 2)
}

/**
 * Returns pairs of adjacent characters, so that any part of a text without blanks can be found. Adds the last character
 * alone, so that a search for one character finds every occurrence.
 */
export function pairsOf(run: string): string[] {
  const characters = [...run]
  if (characters.length === 1) return characters
  const pairs = characters.slice(1).map((character, at) => `${characters[at]}${character}`)
  return [...pairs, characters.at(-1) ?? '']
}

/** Joins each two adjacent words, because people write both `animate diff` and `animatediff`. */
export function joinedNeighbors(words: readonly string[]): string[] {
  return words.slice(1).map((word, at) => cut(`${words[at]}${word}`))
}

export function cut(word: string, length = maxWordLength): string {
  // Code points are counted only if the word can be too long.
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

/** Splits `HTTPServer2` into HTTP, Server and 2, and `KJNodes` into KJ and Nodes. */
const partPattern =
  /\p{Lu}+(?!\p{Ll})|\p{Lu}?[\p{Ll}\p{M}]+|[\p{Lo}\p{Lm}\p{Lt}][\p{Lo}\p{Lm}\p{Lt}\p{M}]*|\p{Lu}|\p{N}+/gu

/**
 * Removes differences between keyboards and habits: width, ligatures, accents, Arabic and Hebrew vowel signs. Keeps marks
 * that form another letter (the dots of が, vowels of Indian scripts).
 */
function fold(text: string): string {
  if (isAscii.test(text)) return text
  const wellFormed = text.toWellFormed()
  const folded = wellFormed.normalize('NFKD').replace(droppedMarks, '').normalize('NFC')
  return foldedLetters.test(folded) ? folded.replace(allFoldedLetters, foldLetter) : folded
}

/** ASCII text needs no folding. */
const isAscii = /^[\x00-\x7f]*$/

/** Combining accents, Hebrew points, Arabic vowel signs, hamza and tatweel, and invisible joiners. */
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
