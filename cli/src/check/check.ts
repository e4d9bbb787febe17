import { stat } from 'node:fs/promises'
import { ArchiveRefusal } from '@nodeyard/analysis/archive'
import { type Finding, isBlocking } from '@nodeyard/analysis/ground'
import { type Inspection, inspectPack } from '@nodeyard/analysis/inspection'
import { manifestPath } from '@nodeyard/analysis/manifest'
import { Budget, usualSteps } from '@nodeyard/analysis/requirements'
import { rulesVersion } from '@nodeyard/analysis/scan'
import { readExamples } from '@nodeyard/analysis/workflow'
import { limits } from '@nodeyard/contract/limits'
import type { NodeCompatibility, NodeScore } from '@nodeyard/contract/packs'
import { linesOf, onPythons } from '@nodeyard/planning/requirement-conflicts'
import { judge, scoreFactsOf } from '@nodeyard/planning/score'
import { CliError, rethrowFileError } from '../ground/errors.ts'
import { inEnglish, type Texts } from '../ground/texts.ts'
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
  /** Words refusals; English when omitted. */
  text?: Texts
  compare?: ((inspection: Inspection) => Promise<Difference>) | undefined
  select?: PackOptions
}

/**
 * Checks a folder or an archive as the registry and `publish` would, without the findings that compare it with other packs.
 */
export async function checkPack(
  path: string,
  { given = {}, text = inEnglish, compare, select = {} }: CheckOptions = {},
): Promise<Check> {
  const isFolder = (await stat(path).catch((error) => rethrowFileError(error, path))).isDirectory()
  const project = isFolder ? await readProjectFile(path) : undefined
  const refused: Refusal[] = []
  const refuse = (found: ProjectFile) =>
    refused.push(
      ...announcementRefusals(found, given, { isNew: true }).map((error) => toRefusal(error, text)),
    )
  if (project) refuse(project)
  const examine = async (pack: OpenPack): Promise<Check> => {
    if (!project) refuse(await projectIn(pack, path))
    const whole = await inspect(pack)
    // The refusal says the same, and that it is one.
    const isRefused = ({ rule, line_number: line }: Finding) =>
      rule === 'manifest-field' && line !== undefined && refused.some((one) => one.line === line)
    const inspection = { ...whole, findings: whole.findings.filter((one) => !isRefused(one)) }
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
    return { verdict: 'refused', refused: [...refused, toRefusal(error, text)], rules: rulesVersion }
  }
}

function toRefusal(error: ArchiveRefusal | CliError, text: Texts): Refusal {
  if (error instanceof ArchiveRefusal) return { code: error.code, message: error.message }
  const { code, key, values, details } = error
  const line = Number(values['line'])
  return {
    code: code ?? key,
    message: [text(key, values), ...details].join(' '),
    ...(line > 0 ? { line } : {}),
  }
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
