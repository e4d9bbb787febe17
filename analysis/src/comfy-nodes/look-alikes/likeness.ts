import { appearance, spelling } from './letters.ts'

/** How two names can be confused: the difference between them. */
export type Likeness = 'nothing' | 'letters' | 'separators' | 'swapped' | 'typed'

/** Shorter names are one typing error apart by chance. */
const shortestTyped = 7
const shortestSwapped = 5

/** A name prepared for comparison, made once and compared with many. */
export interface ComparedName {
  written: string
  /** The name with a single kind of blank, and no invisible characters. */
  visible: string
  spelled: string
  seen: string
  digits: string
}

/** Common prefixes and suffixes, which do not distinguish names. */
const usualParts = /^comfy(ui)?(?=.)|(?<=.)(for)?comfyui$|(?<=.)nodes?(?=(comfyui)?$)/g

/** Prepares a name for many comparisons. */
export function comparedName(written: string): ComparedName {
  const spelled = spelling(written).replace(usualParts, '')
  return {
    written,
    visible: written
      .toWellFormed()
      .normalize('NFKC')
      .replace(/\p{Cf}+/gu, '')
      .replace(/\s+/gu, ' ')
      .trim(),
    spelled,
    seen: appearance(spelled),
    digits: spelled.replace(/\P{N}+/gu, ' ').trim(),
  }
}

/**
 * Returns how a reader or a typist could confuse two names, or undefined when they cannot. Names that differ
 * in a number are versions of the same thing, and not confusing.
 */
export function likenessOf(a: ComparedName, b: ComparedName): Likeness | undefined {
  if (a.written === b.written) return 'nothing'
  if (a.visible === b.visible) return 'letters'
  if (a.spelled === '' || b.spelled === '') return undefined
  if (a.spelled === b.spelled) return 'separators'
  if (a.seen === b.seen && !differInNumber(a, b)) return 'letters'
  return a.digits === b.digits ? slipBetween(a.spelled, b.spelled) : undefined
}

/** `flow1` and `flowl` look the same except as numbers; `flow1` and `flowi` do not differ in a number. */
function differInNumber(a: ComparedName, b: ComparedName): boolean {
  return a.digits !== b.digits && a.digits !== '' && b.digits !== ''
}

/** Detects one missing, extra or different letter, or two adjacent letters swapped. */
function slipBetween(a: string, b: string): 'swapped' | 'typed' | undefined {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a]
  if (long.length - short.length > 1 || short.length < shortestSwapped) return undefined
  let start = 0
  while (start < short.length && short[start] === long[start]) start++
  const isSwapped =
    short.length === long.length &&
    short[start] === long[start + 1] &&
    short[start + 1] === long[start] &&
    short.slice(start + 2) === long.slice(start + 2)
  if (isSwapped) return 'swapped'
  const rest = short.length === long.length ? start + 1 : start
  const isTyped = short.length >= shortestTyped && short.slice(rest) === long.slice(start + 1)
  return isTyped ? 'typed' : undefined
}
