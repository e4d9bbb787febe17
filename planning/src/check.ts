import type { PackFiles } from '@nodeyard/analysis/archive'
import { type Finding, isBlocking, type OnFile } from '@nodeyard/analysis/ground'
import { type Inspection, inspectPack, type PythonParser } from '@nodeyard/analysis/inspection'
import { Budget, usualSteps } from '@nodeyard/analysis/requirements'
import { findSecrets, rulesVersion, searchableTexts } from '@nodeyard/analysis/scan'
import { readExamples } from '@nodeyard/analysis/workflow'
import { limits } from '@nodeyard/contract/limits'
import type { CheckRefusal, CheckVerdict, NodeCompatibility, NodeScore } from '@nodeyard/contract/packs'
import { linesOf, onPythons } from './requirement-conflicts.ts'
import { judge, scoreFactsOf } from './score.ts'

/** The result of checking the files of a pack. */
export interface CheckedPack {
  verdict: CheckVerdict
  /** The version of the scan's rules. */
  rules: number | string
  inspection: Inspection
  /** The score that the version would have, as the registry judges it. */
  score: Omit<NodeScore, 'scanned_at'>
  /** Contradictions among its own requirements, for each version of Python. */
  pythons: NodeCompatibility['pythons']
}

/**
 * Checks the files of a pack as the registry would, without the findings that compare it with other packs.
 * @param refused why the registry would not accept the pack at all
 */
export async function checkFiles(
  files: PackFiles,
  parser: PythonParser,
  { refused, onFile }: { refused: readonly CheckRefusal[]; onFile?: OnFile },
): Promise<CheckedPack> {
  const whole = await inspectPack(files, parser, onFile ? { onFile } : {})
  // The refusal says the same, and that it is one.
  const isRefused = ({ rule, line_number: line }: Finding) =>
    rule === 'manifest-field' && line !== undefined && refused.some((one) => one.line === line)
  const inspection = { ...whole, findings: whole.findings.filter((one) => !isRefused(one)) }
  const { length: workflowCount } = await readExamples(files, exampleLimits)
  const paths = files.files.map(({ path }) => path)
  const { scanned_at: _, ...score } = judge(scoreFactsOf(inspection, { paths, workflowCount, now: epoch }))
  const { name: nodeId = '', version = '' } = inspection.manifest ?? {}
  const lines = linesOf(inspection.requirements)
  return {
    verdict: verdictOf(refused, inspection.findings),
    rules: rulesVersion,
    inspection,
    score,
    pythons: onPythons({ nodeId, version, lines }, new Budget(usualSteps)),
  }
}

export function verdictOf(
  refused: readonly CheckRefusal[],
  findings: readonly Pick<Finding, 'severity'>[],
): CheckVerdict {
  if (refused.length > 0) return 'refused'
  return findings.some(isBlocking) ? 'waiting' : 'active'
}

const exampleLimits = {
  count: limits.workflowsPerVersion,
  fileBytes: limits.workflowFileBytes,
  bytes: limits.workflowBytes,
}
const epoch = new Date(0)

export interface FoundSecret {
  file: string
  line: number
  what: string
}

/** The most bytes of a file that is no text. */
const otherBytes = 8 * 1024 * 1024

/** Finds the secrets in a whole text, or in the beginning of any other file. */
export async function secretsIn(file: string, pieces: AsyncIterable<Uint8Array>): Promise<FoundSecret[]> {
  const secrets = new Map<string, FoundSecret>()
  for await (const { text, linesBefore } of searchableTexts(pieces, otherBytes))
    for (const { line, what } of findSecrets(file, text))
      secrets.set(`${linesBefore + line} ${what}`, { file, line: linesBefore + line, what })
  return [...secrets.values()]
}

export const refusalOfSecret = ({ file, line, what }: FoundSecret): CheckRefusal => ({
  code: 'secrets_found',
  message: what,
  file,
  line,
})
