/** The characters that a part of a pattern matches, by their code. */
export type Letters = Uint8Array

const known = new Map<string, Letters>()

/**
 * Tests each character with the engine. With the flags `u` and `v`, also those beyond the first 65,536, but
 * only every 64th of the last planes, whose character sets are larger than that.
 */
export function lettersOf(part: string, flags: string): Letters {
  const key = `${part} ${flags}`
  const found = known.get(key) ?? ask(part, flags.replace(/[gy]/g, ''))
  known.set(key, found)
  return found
}

/** Matches one literal character. */
export function onlyLetter(value: number, flags: string): Letters {
  const letter = String.fromCodePoint(value)
  const isSimple = value < 0x10000 && !flags.includes('i')
  if (!isSimple) return lettersOf(letter.replace(/[\\^$.*+?()[\]{}|/]/, '\\$&'), flags)
  const key = `${letter}= ${flags}`
  const found = known.get(key) ?? new Uint8Array((/[uv]/.test(flags) ? allLetters : shortLetters).length)
  found[value] = 1
  known.set(key, found)
  return found
}

function ask(part: string, flags: string): Letters {
  const pattern = new RegExp(`^(?:${part})$`, flags)
  return Uint8Array.from(/[uv]/.test(flags) ? allLetters : shortLetters, (letter) =>
    Number(pattern.test(letter)),
  )
}

const lettersUpTo = (end: number, step: number, start = 0) =>
  Array.from({ length: (end - start) / step }, (_, i) => String.fromCodePoint(start + i * step))

const shortLetters = lettersUpTo(0x10000, 1)
const allLetters = [
  ...shortLetters,
  ...lettersUpTo(0x20000, 1, 0x10000),
  ...lettersUpTo(0x110000, 64, 0x20000),
]

/** True when no character is in all of these sets. */
export function shareNone(...sets: readonly Letters[]): boolean {
  const [first, ...others] = sets
  return first?.every((isIn, at) => isIn === 0 || others.some((other) => other[at] === 0)) ?? true
}
