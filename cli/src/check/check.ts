import { stat } from 'node:fs/promises'
import { ArchiveRefusal } from '@nodeyard/analysis/archive'
import type { Finding } from '@nodeyard/analysis/ground'
import { type Inspection, inspectPack, isCertain } from '@nodeyard/analysis/inspection'
import { manifestPath } from '@nodeyard/analysis/manifest'
import { rulesVersion } from '@nodeyard/analysis/scan'
import { defined } from '@nodeyard/contract/ground'
import type { CheckRefusal, CheckVerdict } from '@nodeyard/contract/packs'
import { type CheckedPack, checkFiles, refusalOfSecret } from '@nodeyard/planning/check'
import {
  announcementRefusals,
  type GivenSubject,
  type ProjectFile,
  readProject,
} from '@nodeyard/planning/project'
import { CliError, rethrowFileError } from '../ground/errors.ts'
import { inEnglish, type Texts } from '../ground/texts.ts'
import { loadParser, type OpenPack, type PackOptions, withPack } from '../pack/open-pack.ts'
import { readProjectFile, toError } from '../pack/project-file.ts'
import type { Selection } from '../pack/select-files.ts'
import { withReasons } from '../pack/why-missing.ts'
import type { Difference } from './difference.ts'

/** The result of a check, which the option `--json` prints. All but the first three are missing for an archive that cannot be read. */
export interface Check extends Partial<CheckedPack> {
  verdict: CheckVerdict
  /** Empty unless the registry would not accept it. */
  refused: CheckRefusal[]
  rules: CheckedPack['rules']
  archive?: { sha256: string; size: number }
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
  /** Rules whose certain failures do not stop the release. */
  allowed?: readonly string[]
}

/**
 * Checks a folder or an archive as the registry and `publish` would, without the findings that compare it with other packs.
 */
export async function checkPack(
  path: string,
  { given = {}, text = inEnglish, compare, select = {}, allowed = [] }: CheckOptions = {},
): Promise<Check> {
  const isFolder = (await stat(path).catch((error) => rethrowFileError(error, path))).isDirectory()
  const project = isFolder ? await readProjectFile(path) : undefined
  const refused: CheckRefusal[] = []
  const refuse = (found: ProjectFile) =>
    refused.push(
      ...announcementRefusals(found, given, { isNew: true }).map((one) => toRefusal(toError(one), text)),
    )
  if (project) refuse(project)
  const examine = async (pack: OpenPack): Promise<Check> => {
    if (!project) refuse(await projectIn(pack, path))
    const { verdict, rules, ...checked } = await checkFiles(pack.files, await loadParser(), { refused })
    const { inspection } = checked
    if (isFolder) inspection.findings = await withReasons(path, inspection.findings, inspection.missing_files)
    const stopping = inspection.findings.filter((one) => isCertain(one) && !allowed.includes(one.rule))
    const since = await compare?.(inspection)
    return {
      verdict: stopping.length > 0 ? 'refused' : verdict,
      refused: [...refused, ...stopping.map(refusalOfFailure)],
      rules,
      archive: { sha256: pack.digest, size: pack.sizeBytes },
      ...checked,
      ...(since ? { since } : {}),
    }
  }
  const onSelected = (selection: Selection) => {
    select.onSelected?.(selection)
    refused.push(...selection.secrets.map(refusalOfSecret))
  }
  try {
    return await withPack(path, examine, { ...select, includes: project?.includes ?? [], onSelected })
  } catch (error) {
    const isOfSize = error instanceof CliError && /^(?:folder_empty|archive_too_large)$/.test(error.key)
    if (!isOfSize && !(error instanceof ArchiveRefusal)) throw error
    return { verdict: 'refused', refused: [...refused, toRefusal(error, text)], rules: rulesVersion }
  }
}

/** Not the registry, but `publish` stops at what is certain. */
const refusalOfFailure = ({ rule, message, file_path: file, line_number: line }: Finding): CheckRefusal => ({
  code: rule,
  message,
  ...defined({ file, line }),
})

function toRefusal(error: ArchiveRefusal | CliError, text: Texts): CheckRefusal {
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
