import type { Finding } from '@nodeyard/analysis/ground'
import type { Inspection } from '@nodeyard/analysis/inspection'
import { defined } from '@nodeyard/contract/ground'
import type { LoadFailure } from '@nodeyard/contract/packs'

const rules: readonly string[] = ['import-missing', 'python-cannot-load']
const kept = 3
const longestMessage = 500

/** Whether a version has a failure that its publisher did not allow, so that it cannot be the latest. */
export const isBroken = (failures: readonly LoadFailure[], allowed: readonly string[]): boolean =>
  failures.some(({ rule }) => !allowed.includes(rule))

/** Returns why the tool cannot load a version on any machine, or finds none of the nodes that the one before had. */
export const loadFailuresIn = (
  { cannot_load: cannotLoad }: Pick<Inspection, 'cannot_load'>,
  findings: readonly Finding[],
): LoadFailure[] =>
  findings
    .filter(({ rule }) => rule === 'nodes-lost' || (cannotLoad && rules.includes(rule)))
    .slice(0, kept)
    .map(toLoadFailure)

const toLoadFailure = ({ rule, message, file_path, line_number }: Finding): LoadFailure => ({
  rule,
  message: message.slice(0, longestMessage).toWellFormed(),
  ...defined({ file: file_path, line: line_number }),
})
