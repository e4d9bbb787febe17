import { stat } from 'node:fs/promises'
import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import { readExamples } from '@nodeyard/analysis/examples/read'
import { type Inspection, inspectPack } from '@nodeyard/analysis/inspect'
import { manifestPath } from '@nodeyard/analysis/manifest/manifest'
import { isBlocking } from '@nodeyard/analysis/scan/finding'
import { rulesVersion } from '@nodeyard/analysis/scan/scan'
import { Budget } from '@nodeyard/analysis/solver/budget'
import { usualSteps } from '@nodeyard/analysis/solver/check'
import type { NodeCompatibility } from '@nodeyard/contract/compatibility'
import { limits } from '@nodeyard/contract/limits'
import type { NodeScore } from '@nodeyard/contract/score'
import { linesOf, onPythons } from '@nodeyard/planning/requirement-conflicts'
import { judge, scoreFactsOf } from '@nodeyard/planning/score'
import { CliError, rethrowFileError } from '../ground/errors.ts'
import { announcementRefusals, type GivenSubject } from '../pack/announcement.ts'
import { loadParser, type OpenPack, type PackOptions, withPack } from '../pack/open-pack.ts'
import { type ProjectFile, readProject, readProjectFile } from '../pack/project-file.ts'
import type { Selection } from '../pack/select-files.ts'
import type { Difference } from './difference.ts'

/** `active`: it would be listed. `waiting`: a moderator would decide. `refused`: it would not be accepted. */
export type CheckVerdict = 'active' | 'waiting' | 'refused'

/** Why the registry would not accept a pack. */
export interface Refusal {
  code: string
  message: string
  /** The project file, unless another one is named. */
  file?: string
  line?: number
}

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

export interface CheckOptions {
  /** Replaces or completes what the project file states, as for `publish`. */
  given?: GivenSubject
  compare?: ((inspection: Inspection) => Promise<Difference>) | undefined
  select?: PackOptions
}

/**
 * Checks a folder or an archive as the registry and `publish` would, without the findings that compare it with other packs.
 */
export async function checkPack(
  path: string,
  { given = {}, compare, select = {} }: CheckOptions = {},
): Promise<Check> {
  const isFolder = (await stat(path).catch((error) => rethrowFileError(error, path))).isDirectory()
  const project = isFolder ? await readProjectFile(path) : undefined
  const refused: Refusal[] = []
  const refuse = (found: ProjectFile) =>
    refused.push(...announcementRefusals(found, given, { isNew: true }).map(toRefusal))
  if (project) refuse(project)
  const examine = async (pack: OpenPack): Promise<Check> => {
    if (!project) refuse(await projectIn(pack, path))
    const inspection = await inspect(pack)
    const since = await compare?.(inspection)
    const isHeld = inspection.findings.some(isBlocking)
    return {
      verdict: refused.length > 0 ? 'refused' : isHeld ? 'waiting' : 'active',
      refused,
      rules: rulesVersion,
      archive: { sha256: pack.digest, size: pack.sizeBytes },
      inspection,
      ...(await judged(pack, inspection)),
      ...(since ? { since } : {}),
    }
  }
  const onSelected = (selection: Selection) => {
    select.onSelected?.(selection)
    refused.push(
      ...selection.secrets.map(({ file, line, what }) => ({
        code: 'secrets_found',
        message: what,
        file,
        line,
      })),
    )
  }
  try {
    return await withPack(path, examine, { ...select, includes: project?.includes ?? [], onSelected })
  } catch (error) {
    const isOfSize = error instanceof CliError && /^(?:folder_empty|archive_too_large)$/.test(error.key)
    if (!isOfSize && !(error instanceof ArchiveRefusal)) throw error
    return { verdict: 'refused', refused: [...refused, toRefusal(error)], rules: rulesVersion }
  }
}

function toRefusal(error: ArchiveRefusal | CliError): Refusal {
  const { message } = error
  if (error instanceof ArchiveRefusal) return { code: error.code, message }
  const line = Number(error.values['line'])
  return { code: error.code ?? error.key, message, ...(line > 0 ? { line } : {}) }
}

/** Reads the project file inside an archive. */
const projectIn = ({ files }: OpenPack, path: string): Promise<ProjectFile> =>
  readProject(`${path}/${manifestPath}`, async (name, length) =>
    files.files.some((file) => file.path === name) ? files.readStart(name, length) : undefined,
  )

export async function inspect({ files }: OpenPack): Promise<Inspection> {
  return inspectPack(files, await loadParser())
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
