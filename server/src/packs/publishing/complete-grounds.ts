import { type Grounds, groundsOfText } from '@nodeyard/analysis/facts'
import { type Finding, isBlocking } from '@nodeyard/analysis/ground'
import { exhaustedRule } from './exhausted-analysis.ts'
import { refusalRule } from './refused-archive.ts'

/** Nothing was read, so a decision about one archive says nothing about another. */
const unread: ReadonlySet<string> = new Set([exhaustedRule, refusalRule])

/**
 * Returns the grounds of all blocking findings, in their order. Findings that compare the version with the rest of the
 * registry rest on what they say.
 */
export async function completeGrounds(
  versionId: string,
  findings: readonly Finding[],
  known: readonly Grounds[],
): Promise<Grounds[]> {
  const byFinding = new Map(known.map((grounds) => [keyOf(grounds), grounds]))
  return Promise.all(
    findings.filter(isBlocking).map((finding) => {
      const { rule, file_path: file = '', line_number: line, message } = finding
      const text = unread.has(rule) ? `${versionId} ${message}` : message
      return byFinding.get(keyOf({ rule, file, line, message })) ?? groundsOfText(finding, text)
    }),
  )
}

/** Identifies a finding among those of one version. */
export function keyOf({
  rule,
  file,
  line,
  message,
}: {
  rule: string
  file?: string | undefined
  line?: number | null | undefined
  message: string
}): string {
  return JSON.stringify([rule, file ?? '', line ?? null, message])
}
