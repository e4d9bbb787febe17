import type { Finding } from '@nodeyard/analysis/ground'
import type { AnalysisExhausted } from './analyst.ts'

export const exhaustedRule = 'analysis-exhausted'

/** Describes an archive that exhausted the CPU time or memory of every analysis. */
function toExhaustedFinding({ message, file }: AnalysisExhausted): Finding {
  return {
    issue_type: exhaustedRule,
    ...(file === undefined ? {} : { file_path: file }),
    message,
    scanner: 'nodeyard',
    rule: exhaustedRule,
    severity: 'high',
    why: 'An archive cannot be checked unless its analysis finishes.',
    fix: `${file === undefined ? 'Publish fewer or smaller files' : `Split or shorten ${file}, move data out of it, or leave it out`}, then publish a new version. If the file must remain unchanged, write to the moderators.`,
  }
}

/** Adds to the findings of an earlier analysis that this one did not finish. */
export function withExhausted(found: readonly Finding[], exhausted: AnalysisExhausted): Finding[] {
  return [toExhaustedFinding(exhausted), ...found.filter(({ rule }) => rule !== exhaustedRule)]
}
