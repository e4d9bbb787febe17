/** A search text, split into operators and the remaining words. */
export interface SearchText {
  text: string
  publisher?: string
  /** Words of an author, a publisher or an account of a code host. */
  author?: string
  tags: string[]
  category?: string
  comfyNode?: string
  os?: string
  accelerator?: string
  license?: string
  updatedWithinDays?: number
  state?: NodeState
  hasComfyNodes?: boolean
  hasWorkflows?: boolean
  /** Names of comfy-nodes in the workflows that a node ships. */
  uses: string[]
  /** Socket types that one comfy-node takes, in uppercase. */
  inputs: string[]
  /** Socket types that the same comfy-node returns, in uppercase. */
  outputs: string[]
}

/** Published by its owner; known but without an owner; published, but no longer recommended. */
export const nodeStates = ['published', 'unclaimed', 'deprecated'] as const
export type NodeState = (typeof nodeStates)[number]

/** The facet value of nodes that say nothing and whose code shows nothing. */
export const notStated = 'not_stated'
/** The facet value of nodes whose license has no common short name. */
export const otherLicense = 'other'
/** Stands for every license that allows commercial use. */
export const commercialLicense = 'commercial_use'
export const sizes = ['under_1_mb', '1_to_10_mb', '10_to_100_mb', 'over_100_mb', notStated] as const
/** Conclusions from tests, reports and the code of the latest version. */
export const evidenceValues = [
  'tests_pass',
  'tests_fail',
  'reported_works',
  'reported_mixed',
  'reported_fails',
  'uses_removed',
  'uses_deprecated',
] as const
export type EvidenceValue = (typeof evidenceValues)[number]
export const healths = ['maintained', 'quiet', 'archived', 'superseded', notStated] as const
export type Health = (typeof healths)[number]

const typePattern = '[\\p{L}\\p{N}_*.]+'
const typesPattern = `${typePattern}(?:\\s*[,+]\\s*${typePattern})*`
const arrow = /->|=>|→|⇒/u
const typesAtStart = new RegExp(`^\\s*(${typesPattern})?`, 'u')
const onlyTypes = new RegExp(`^${typesPattern}$`, 'u')
const operatorPattern = /(^|\s)([a-z]+):(?:"([^"]*)"|(\S+))/giu

/**
 * Reads `publisher:`, `author:`, `tag:`, `category:`, `node:`, `os:`, `gpu:`, `license:`, `updated:30d`, `is:`,
 * `has:nodes`, `has:example`, `uses:NAME`, `in:`, `out:` and `IMAGE -> MASK`. A value with blanks must be quoted. Other text is kept as
 * it is.
 */
export function readSearchText(typed: string): SearchText {
  const found: SearchText = { text: '', tags: [], inputs: [], outputs: [], uses: [] }
  const withoutOperators = typed.replace(operatorPattern, (whole, before, name, quoted, plain) => {
    const value = String(quoted ?? plain).trim()
    const isKnown = value !== '' && readOperator(found, String(name).toLowerCase(), value)
    return isKnown ? String(before) : String(whole)
  })
  found.text = readArrow(found, withoutOperators).replace(/\s+/g, ' ').trim()
  return found
}

/** Reads `IMAGE, MASK -> LATENT`, where either side can be missing. Returns the text without it. */
function readArrow(found: SearchText, text: string): string {
  const { 0: sign = '', index } = arrow.exec(text) ?? {}
  if (index === undefined) return text
  const [before, inputs] = withoutTypesAtEnd(text.slice(0, index))
  const after = text.slice(index + sign.length)
  const [start = '', outputs] = typesAtStart.exec(after) ?? []
  if (!inputs && !outputs) return text
  found.inputs.push(...typesOf(inputs))
  found.outputs.push(...typesOf(outputs))
  return `${before} ${after.slice(start.length)}`
}

/** Splits off a list of types at the end of the words; the list is empty when there is none. */
function withoutTypesAtEnd(text: string): [words: string, types: string] {
  const words = text.trim().split(/\s+/)
  let start = words.length - 1
  const goesOn = (at: number) => /^[,+]/.test(words[at] ?? '') || /[,+]$/.test(words[at - 1] ?? '')
  while (start > 0 && goesOn(start)) start--
  const types = words.slice(start).join(' ')
  return onlyTypes.test(types) ? [words.slice(0, start).join(' '), types] : [text, '']
}

function readOperator(found: SearchText, name: string, value: string): boolean {
  const read = operators[name]
  return read ? read(found, value) !== false : false
}

const operators: Record<string, (found: SearchText, value: string) => unknown> = {
  publisher: (found, value) => (found.publisher = value.replace(/^@/, '')),
  author: (found, value) => (found.author = value.replace(/^@/, '')),
  tag: (found, value) => found.tags.push(value),
  category: (found, value) => (found.category = value),
  node: (found, value) => (found.comfyNode = value),
  os: (found, value) => (found.os = value),
  accelerator: (found, value) => (found.accelerator = value),
  gpu: (found, value) => (found.accelerator = value),
  license: (found, value) => (found.license = value),
  licence: (found, value) => (found.license = value),
  updated: (found, value) => {
    const days = daysOf(value)
    if (days === undefined) return false
    found.updatedWithinDays = days
    return true
  },
  is: (found, value) => {
    const state = nodeStates.find((one) => one === value.toLowerCase())
    if (!state) return false
    found.state = state
    return true
  },
  has: (found, value) => {
    if (/^(examples?|workflows?)$/i.test(value)) found.hasWorkflows = true
    else if (/^(comfy-?)?nodes?$/i.test(value)) found.hasComfyNodes = true
    else return false
    return true
  },
  uses: (found, value) => found.uses.push(value),
  in: (found, value) => found.inputs.push(...typesOf(value)),
  out: (found, value) => found.outputs.push(...typesOf(value)),
}

const unitDays: Record<string, number> = { d: 1, w: 7, m: 30, y: 365 }
export const maxDays = 3650
/** Matches of a search are counted up to this number. */
export const maxFound = 1000

/** Converts `30d`, `2w`, `6m` or `1y` to days; a plain number counts days. */
function daysOf(text: string): number | undefined {
  const [, digits, unit = 'd'] = /^(\d{1,4})([dwmy])?$/i.exec(text) ?? []
  const days = Number(digits) * (unitDays[unit.toLowerCase()] ?? 1)
  return days >= 1 ? Math.min(days, maxDays) : undefined
}

function typesOf(text = ''): string[] {
  const types = text.split(/[,+\s]+/).map((type) => type.toUpperCase())
  return types.filter((type) => type !== '')
}
