import { defined } from './defined.ts'
export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

/** The kinds of steps; a step that hides packs or encodes the value. */
export const stepKinds = ['source', 'carrier', 'hides', 'sink'] as const

/** One step of a value on its way from a source to a sink. */
export interface PathStep {
  file: string
  line: number
  kind: (typeof stepKinds)[number]
  /** A name of `pathNouns`: programs have a text for each. */
  noun: string
  /** A name, a place or a host in the pack, shortened. */
  detail?: string
  /** How many steps before this one are left out. */
  left_out?: number
}

/**
 * One finding in a pack. The names are those that moderation screens read from a version's `status_reason`
 * (API contract 28.4), so that an array of findings can be stored there unchanged.
 */
export interface Finding {
  /** The rule's stable id, repeated under the name that existing screens show. */
  issue_type: string
  file_path?: string
  line_number?: number
  code_snippet?: string
  message: string
  scanner: string
  rule: string
  severity: Severity
  /** One sentence: the possible harm. */
  why: string
  /** One sentence: the publisher's remedy. */
  fix: string
  /** How the value reaches this place, from its source on. Findings of earlier releases have none. */
  path?: PathStep[]
}

/** One place that a rule reports. */
export interface Hit {
  line?: number
  message: string
  /** Shown instead of the source line, when that line must not be repeated. */
  snippet?: string
  /** Set when this place is less or more serious than the rule in general. */
  severity?: Severity
}

export interface RuleFacts {
  /** Stable: stored findings and decisions refer to it. */
  id: string
  severity: Severity
  why: string
  fix: string
}

/**
 * Whether the severity keeps a version from becoming active by itself; `info`, `low` and `medium` only
 * inform.
 */
export function isBlocking({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'high' || severity === 'critical'
}

/**
 * Defines a total order, so that the same pack always gives the same list: most severe first, then by place.
 */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
    compareText(a.rule, b.rule) ||
    compareText(a.file_path ?? '', b.file_path ?? '') ||
    (a.line_number ?? 0) - (b.line_number ?? 0) ||
    compareText(a.message, b.message)
  )
}

/** Compares by code unit, which is the same on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}

/** Builds the finding of a rule at one place. */
export function toFinding(rule: RuleFacts, path: string, hit: Hit, lineText?: string): Finding {
  const snippet = hit.snippet ?? lineText
  return {
    issue_type: rule.id,
    file_path: path,
    ...defined({ line_number: hit.line }),
    ...(snippet === undefined ? {} : { code_snippet: shorten(snippet) }),
    message: hit.message,
    scanner: 'nodeyard',
    rule: rule.id,
    severity: hit.severity ?? rule.severity,
    why: rule.why,
    fix: rule.fix,
  }
}

function shorten(text: string): string {
  const clean = text.trim()
  // Cut between whole characters, so that no half of a surrogate pair is left.
  return clean.length <= 200 ? clean : `${[...clean.slice(0, 199)].slice(0, -1).join('')}…`
}
