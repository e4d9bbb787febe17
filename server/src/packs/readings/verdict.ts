import { createHash } from 'node:crypto'
import { type Finding, isBlocking } from '@nodeyard/analysis/ground'
import type { ReadingVerdict } from '../../ground/db/schema.ts'

/** Identifies a finding by what it is about, so that an approval stands until the code changes. */
export function findingKey({ rule, file_path = '', code_snippet = '', message }: Finding): string {
  const code = code_snippet.replace(/\s+/g, ' ').trim() || message
  return createHash('sha256').update(`${rule}\n${file_path}\n${code}`).digest('hex')
}

const isCritical = ({ severity }: Finding) => severity === 'critical'

/** Returns the keys of the findings that hold a reading back. */
export function holdingKeys(findings: readonly Finding[], approved: ReadonlySet<string>): string[] {
  return [...new Set(findings.filter(isCritical).map(findingKey))].filter((key) => !approved.has(key))
}

/** Critical findings hold the repository back until a moderator approves them; other blocking ones only warn. */
export function verdictOn(findings: readonly Finding[], approved: ReadonlySet<string>): ReadingVerdict {
  if (holdingKeys(findings, approved).length > 0) return 'held'
  return findings.some((finding) => isBlocking(finding) && !approved.has(findingKey(finding)))
    ? 'warned'
    : 'clear'
}
