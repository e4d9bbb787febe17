import parse from 'spdx-expression-parse'
import oldIds from 'spdx-license-ids/deprecated.json' with { type: 'json' }
import ids from 'spdx-license-ids/index.json' with { type: 'json' }
import { knownLicenses } from './license-texts.ts'

type Parsed = ReturnType<typeof parse>

const longest = 500
const maxChoices = 8
/** Identifiers in the spelling of the SPDX list, by their lowercase letters. */
const spellings: ReadonlyMap<string, string> = new Map(
  [...oldIds, ...ids].map((id) => [id.toLowerCase(), id] as const),
)
const openIds: ReadonlySet<string> = new Set(
  knownLicenses
    .filter(({ id, isOpen }) => isOpen || /^(?:CC0|CC-BY-(?!NC)|CC-PDDC|WTFPL)/.test(id))
    .map(({ id }) => id),
)
const closedIds = /^(?:CC-BY-NC|PolyForm-Noncommercial|NCGL)/

/** Parses an SPDX expression, whose identifiers and operators may have any letter case. Source: SPDX 2.3, annex D; PEP 639. */
function parsed(text: string): Parsed | undefined {
  if (text.length > longest) return undefined
  const spelled = text.trim().replace(/[A-Za-z0-9.-]+/g, (word) => spellings.get(word.toLowerCase()) ?? word)
  try {
    return parse(spelled)
  } catch {
    return undefined
  }
}

/** Returns an SPDX expression in its usual spelling; undefined for other texts. */
export function licenseExpression(text: string): string | undefined {
  const tree = parsed(text)
  return tree && written(tree)
}

function written(tree: Parsed, within?: 'and'): string {
  if (!('conjunction' in tree)) return single(tree)
  const { conjunction, left, right } = tree
  const inner = conjunction === 'and' ? 'and' : undefined
  const text = `${written(left, inner)} ${conjunction.toUpperCase()} ${written(right, inner)}`
  return within === 'and' && conjunction === 'or' ? `(${text})` : text
}

function single({ license, plus, exception }: Exclude<Parsed, { conjunction: string }>): string {
  return `${license}${plus ? '+' : ''}${exception ? ` WITH ${exception}` : ''}`
}

/**
 * Returns the licenses under which a user can choose to use a pack. Licenses that apply together are one choice. It leaves
 * out "only" and "or later", so that a version is found by its number.
 */
export function licenseChoices(expression: string): string[] {
  const tree = parsed(expression)
  if (!tree) return []
  const choices = choicesOf(tree)
  return choices.length <= maxChoices ? choices : [written(tree)]
}

function choicesOf(tree: Parsed): string[] {
  if (!('conjunction' in tree)) return [single({ ...tree, license: familyOf(tree.license) }).replace('+', '')]
  const [left, right] = [choicesOf(tree.left), choicesOf(tree.right)]
  if (tree.conjunction === 'or') return [...new Set([...left, ...right])]
  const together = left.flatMap((one) => right.map((other) => joined(one, other)))
  return [...new Set(together)].slice(0, maxChoices + 1)
}

const joined = (one: string, other: string): string =>
  [...new Set([...one.split(' AND '), ...other.split(' AND ')])].sort().join(' AND ')

const familyOf = (id: string): string => id.replace(/-(?:only|or-later)$/, '')

/** Whether anyone may pass on unchanged copies, under at least one of the choices. */
export const allowsCopies = (expression: string): boolean =>
  licenseChoices(expression).some((choice) =>
    choice.split(' AND ').every((part) => openIds.has(part.split(' WITH ')[0] ?? '')),
  )

export type CommercialUse = 'allowed' | 'forbidden'

/** Whether the licenses allow commercial use; undefined where they do not tell. An exception only adds rights. */
export function commercialUse(expression: string): CommercialUse | undefined {
  const tree = parsed(expression)
  return tree && useIn(tree)
}

function useIn(tree: Parsed): CommercialUse | undefined {
  if (!('conjunction' in tree)) {
    if (closedIds.test(tree.license)) return 'forbidden'
    return openIds.has(tree.license) || openIds.has(familyOf(tree.license)) ? 'allowed' : undefined
  }
  const uses = [useIn(tree.left), useIn(tree.right)]
  const [one, all] =
    tree.conjunction === 'or' ? (['allowed', 'forbidden'] as const) : (['forbidden', 'allowed'] as const)
  if (uses.includes(one)) return one
  return uses.every((use) => use === all) ? all : undefined
}
