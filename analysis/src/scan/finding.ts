export const severities = ['info', 'low', 'medium', 'high', 'critical'] as const
export type Severity = (typeof severities)[number]

/**
 * One thing that was found in a pack. The names are those that moderation screens read from a version's
 * `status_reason` (API contract 28.4), so that an array of findings can be stored there as it is.
 */
export interface Finding {
  /** The rule's stable id, once more under the name that existing screens show. */
  issue_type: string
  file_path?: string
  line_number?: number
  code_snippet?: string
  message: string
  scanner: string
  rule: string
  severity: Severity
  /** One sentence: what could go wrong. */
  why: string
  /** One sentence: what the publisher can do. */
  fix: string
}

/** `info`, `low` and `medium` inform; only these two keep a version from becoming active by itself. */
export function isBlocking({ severity }: Pick<Finding, 'severity'>): boolean {
  return severity === 'high' || severity === 'critical'
}

/** A total order, so that the same pack always gives the same list: worst first, then by place. */
export function compareFindings(a: Finding, b: Finding): number {
  return (
    severities.indexOf(b.severity) - severities.indexOf(a.severity) ||
    compareText(a.rule, b.rule) ||
    compareText(a.file_path ?? '', b.file_path ?? '') ||
    (a.line_number ?? 0) - (b.line_number ?? 0) ||
    compareText(a.message, b.message)
  )
}

/** By code unit: the same on every machine, whatever its language. */
export function compareText(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0
}
