import type { Finding } from '@nodeyard/analysis/scan/finding'
import type { AnalysisExhausted } from './analyst.ts'

export const exhaustedRule = 'analysis-exhausted'

/** For an archive that used up the CPU time or memory of its analysis each time. */
function toExhaustedFinding({ message, file }: AnalysisExhausted): Finding {
  return {
    issue_type: exhaustedRule,
    ...(file === undefined ? {} : { file_path: file }),
    message,
    scanner: 'nodeyard',
    rule: exhaustedRule,
    severity: 'high',
    why: 'An archive that cannot be analyzed to the end cannot be checked.',
    fix: `${file === undefined ? 'Publish fewer or smaller files' : `Split or shorten ${file}, move data out of it, or leave it out`}, then publish a new version. If the file has to stay as it is, write to the moderators.`,
  }
}

/** The findings of an earlier analysis, and that this one did not end. */
export function withExhausted(found: readonly Finding[], exhausted: AnalysisExhausted): Finding[] {
  return [toExhaustedFinding(exhausted), ...found.filter(({ rule }) => rule !== exhaustedRule)]
}
