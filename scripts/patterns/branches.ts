import { type AST, RegExpParser, visitRegExpAST } from '@eslint-community/regexpp'
import { type Letters, lettersOf, onlyLetter, shareNone } from './letters.ts'

/** Some patterns with many groups of words would have millions, so their further groups stay together. */
const maxBranches = 3000

/**
 * Splits a pattern at its alternatives and optional groups, however deeply nested: if each of the branches
 * takes linear time, so does the whole. Repeated parts and patterns with back references stay together.
 */
export function branchesOf(source: string, flags: string): string[] {
  const pattern = parse(source, flags)
  let hasReferences = false
  visitRegExpAST(pattern, {
    onBackreferenceEnter() {
      hasReferences = true
    },
  })
  return hasReferences ? [source] : [...new Set(expandAll(pattern.alternatives))]
}

function parse(source: string, flags: string): AST.Pattern {
  const modes = { unicode: flags.includes('u'), unicodeSets: flags.includes('v') }
  return new RegExpParser().parsePattern(source, 0, source.length, modes)
}

function expandAll(alternatives: readonly AST.Alternative[]): string[] {
  return alternatives.flatMap(({ elements }) =>
    elements.reduce<string[]>(
      (starts, element) => {
        const options = optionsOf(element)
        if (options.length * starts.length > maxBranches) return starts.map((start) => start + element.raw)
        return starts.flatMap((start) => options.map((option) => start + option))
      },
      [''],
    ),
  )
}

function optionsOf(element: AST.Element): string[] {
  if (isPlainGroup(element)) return expandAll(element.alternatives).map((option) => `(?:${option})`)
  const isOptionalGroup = element.type === 'Quantifier' && element.min === 0 && element.max === 1
  return isOptionalGroup && isPlainGroup(element.element)
    ? ['', ...optionsOf(element.element)]
    : [element.raw]
}

function isPlainGroup(element: AST.Element): element is AST.Group | AST.CapturingGroup {
  return (element.type === 'Group' && !element.modifiers) || element.type === 'CapturingGroup'
}

/**
 * Returns true for branches that are certainly linear, which are most; an analysis of each would take
 * minutes.
 *
 * A pattern takes more than linear time only if the same text can be divided in several ways between two
 * endless repetitions, or between one and the possible start positions of the search. Both repetitions match
 * all of that text, as does everything required between them. Characters that they do not share rule it out.
 */
export function isPlainlyLinear(branch: string, flags: string): boolean {
  const elements = flatten(parse(branch, flags).alternatives)
  if (!elements || elements.some((element) => !isSingle(element) && holdsEndless(element))) return false
  const letters = elements.map((element) => neededLetters(element, flags))
  const loops = elements.flatMap((element, at) => {
    const repeated = isEndless(element) ? lettersOf(element.element.raw, flags) : undefined
    return repeated ? [{ at, repeated }] : []
  })
  const between = (from: number, to: number) => letters.slice(from, to).filter((one) => one !== undefined)
  return loops.every(({ at, repeated }, i) => {
    const isApart = (from: number, ...shared: Letters[]) =>
      shareNone(repeated, ...shared) || between(from, at).some((one) => shareNone(one, repeated, ...shared))
    const earlier = loops.slice(0, i)
    return (
      earlier.every((one) => isApart(one.at + 1, one.repeated)) &&
      (startsOnce(elements, flags, repeated) || isApart(0))
    )
  })
}

/** Returns the elements of the only alternative, without the groups around them. */
function flatten(alternatives: readonly AST.Alternative[]): AST.Element[] | undefined {
  const [only, ...others] = alternatives
  if (!only || others.length > 0) return undefined
  const parts = only.elements.map((element) =>
    isPlainGroup(element) ? flatten(element.alternatives) : [element],
  )
  return parts.some((part) => part === undefined) ? undefined : parts.flatMap((part) => part ?? [])
}

function isEndless(element: AST.Element): element is AST.Quantifier {
  return element.type === 'Quantifier' && element.max === Number.POSITIVE_INFINITY
}

/** Matches one character, or a sequence of single characters. */
function isSingle(element: AST.Element): boolean {
  const { type } = element.type === 'Quantifier' ? element.element : element
  return type === 'Character' || type === 'CharacterClass' || type === 'CharacterSet'
}

/** Returns the characters that the element needs at least one of; undefined when it can be empty. */
function neededLetters(element: AST.Element, flags: string): Letters | undefined {
  if (element.type === 'Character') return onlyLetter(element.value, flags)
  if (!isSingle(element)) return undefined
  if (element.type !== 'Quantifier') return lettersOf(element.raw, flags)
  return element.min > 0 ? lettersOf(element.element.raw, flags) : undefined
}

function holdsEndless(element: AST.Element): boolean {
  let holds = false
  visitRegExpAST(element, {
    onQuantifierEnter({ max }) {
      holds ||= max === Number.POSITIVE_INFINITY
    },
  })
  return holds
}

/** Whether the search starts at one position only, or at line starts that the repetition cannot pass. */
function startsOnce([first]: readonly AST.Element[], flags: string, repeated: Letters): boolean {
  if (flags.includes('y')) return true
  if (first?.type !== 'Assertion' || first.kind !== 'start') return false
  return !flags.includes('m') || shareNone(repeated, lettersOf('[\\n\\r\\u2028\\u2029]', flags))
}
