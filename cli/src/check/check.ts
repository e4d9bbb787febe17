import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import { readExamples } from '@nodeyard/analysis/examples/read'
import { type Inspection, inspectPack } from '@nodeyard/analysis/inspect'
import { isBlocking } from '@nodeyard/analysis/scan/finding'
import { rulesVersion } from '@nodeyard/analysis/scan/scan'
import { Budget } from '@nodeyard/analysis/solver/budget'
import { usualSteps } from '@nodeyard/analysis/solver/check'
import type { NodeCompatibility } from '@nodeyard/contract/compatibility'
import { limits } from '@nodeyard/contract/limits'
import type { NodeScore } from '@nodeyard/contract/score'
import { linesOf, onPythons } from '@nodeyard/planning/requirement-conflicts'
import { judge, scoreFactsOf } from '@nodeyard/planning/score'
import { loadParser, type OpenPack, withPack } from '../pack/open-pack.ts'
import { type Refusal, refusalsOf } from './announced.ts'
import type { Difference } from './difference.ts'

/** `active`: it would be listed. `waiting`: a moderator would decide. `refused`: it would not be accepted. */
export type CheckVerdict = 'active' | 'waiting' | 'refused'

/** The result of a check, which the option `--json` prints. */
export interface Check {
  verdict: CheckVerdict
  /** Empty unless the registry would not accept it. */
  refused: Refusal[]
  /** The version of the scan's rules. */
  rules: number | string
  archive?: { sha256: string; size: number }
  /** The same bytes that the registry stores and shows. */
  inspection?: Inspection
  /** The score that the version would have, as the registry judges it. */
  score?: Omit<NodeScore, 'scanned_at'>
  /** Contradictions among its own requirements, for each version of Python. */
  pythons?: NodeCompatibility['pythons']
  /** The changes since a published version, on request. */
  since?: Difference
}

/** Checks a folder or an archive as the registry would, without the findings that compare it with other packs. */
export async function checkPack(
  path: string,
  compare?: (inspection: Inspection) => Promise<Difference>,
  select?: Parameters<typeof withPack>[2],
): Promise<Check> {
  const examine = async (pack: OpenPack): Promise<Check> => {
    const inspection = await inspect(pack)
    const since = await compare?.(inspection)
    return {
      ...toCheck(pack, inspection),
      ...(await judged(pack, inspection)),
      ...(since ? { since } : {}),
    }
  }
  try {
    return await withPack(path, examine, select)
  } catch (error) {
    if (!(error instanceof ArchiveRefusal)) throw error
    const { code, message } = error
    return { verdict: 'refused', refused: [{ code, message }], rules: rulesVersion }
  }
}

export async function inspect({ files }: OpenPack): Promise<Inspection> {
  return inspectPack(files, await loadParser())
}

function toCheck({ digest, sizeBytes }: OpenPack, inspection: Inspection): Check {
  const refused = refusalsOf(inspection.manifest)
  const isHeld = inspection.findings.some(isBlocking)
  return {
    verdict: refused.length > 0 ? 'refused' : isHeld ? 'waiting' : 'active',
    refused,
    rules: rulesVersion,
    archive: { sha256: digest, size: sizeBytes },
    inspection,
  }
}

const exampleLimits = {
  count: limits.workflowsPerVersion,
  fileBytes: limits.workflowFileBytes,
  bytes: limits.workflowBytes,
}
const epoch = new Date(0)

async function judged(
  { files }: OpenPack,
  inspection: Inspection,
): Promise<Required<Pick<Check, 'score' | 'pythons'>>> {
  const { length: workflowCount } = await readExamples(files, exampleLimits)
  const paths = files.files.map(({ path }) => path)
  const facts = scoreFactsOf(inspection, { paths, workflowCount, now: epoch })
  const { scanned_at: _, ...score } = judge(facts)
  const { name: nodeId = '', version = '' } = inspection.manifest ?? {}
  return {
    score,
    pythons: onPythons({ nodeId, version, lines: linesOf(inspection.requirements) }, new Budget(usualSteps)),
  }
}
