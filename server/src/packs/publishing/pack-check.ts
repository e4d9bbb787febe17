import type { PackFiles } from '@nodeyard/analysis/archive'
import { type FileFingerprint, fingerprintPack } from '@nodeyard/analysis/facts'
import { decodeText, type Finding, type OnFile, storable, trimEndOf } from '@nodeyard/analysis/ground'
import type { PythonParser } from '@nodeyard/analysis/inspection'
import { manifestPath } from '@nodeyard/analysis/manifest'
import { isSecretFile } from '@nodeyard/analysis/scan'
import { limits } from '@nodeyard/contract/limits'
import type { CheckRefusal, RepositoryCheck } from '@nodeyard/contract/packs'
import { checkFiles, refusalOfSecret, secretsIn } from '@nodeyard/planning/check'
import { announcementRefusals, type ProjectRefusal, readProject } from '@nodeyard/planning/project'
import ignore from 'ignore'

/** The result of `nodeyard check` as it is stored, within limits. Findings are those of the analysis. */
export interface StoredCheck extends Omit<RepositoryCheck, 'findings' | 'omitted_files'> {
  findings: Finding[]
}

export interface PackCheck {
  /** False for a repository that the tool does not load as a pack. */
  isPack: boolean
  fingerprints: FileFingerprint[]
  check: StoredCheck
}

/** Checks the files of a repository like `nodeyard check` in a fresh clone. */
export async function checkRepository(
  pack: PackFiles,
  parser: PythonParser,
  onFile: OnFile,
): Promise<PackCheck> {
  const has = new Set(pack.files.map(({ path }) => path))
  const readStart = async (path: string, length: number) =>
    has.has(path) ? pack.readStart(path, length) : undefined
  const project = await readProject(manifestPath, readStart)
  const refused = announcementRefusals(project, {}, { isNew: true }).map(toRefusal)
  const { selected, secrets } = await selectPublished(pack, project.includes)
  refused.push(...secrets)
  const { inspection, ...checked } = await checkFiles(selected, parser, { refused, onFile })
  const { manifest, findings, comfy_nodes: nodes, requirements, traits } = inspection
  const all: StoredCheck = {
    ...checked,
    rules: Number(checked.rules),
    refused,
    ...(manifest?.name ? { name: manifest.name } : {}),
    ...(manifest?.version ? { version: manifest.version } : {}),
    ...(manifest?.publisher_id ? { publisher_id: manifest.publisher_id } : {}),
    ...(traits.license ? { license: traits.license } : {}),
    files: selected.files.length,
    unpacked_bytes: selected.files.reduce((sum, { size }) => sum + size, 0),
    findings,
    finding_count: findings.length,
    nodes: nodes.map(({ comfy_node_name: name, category, inputs, outputs }) => ({
      name,
      ...(category ? { category } : {}),
      inputs: typesOf(inputs.filter(({ group }) => group !== 'hidden')),
      outputs: typesOf(outputs),
    })),
    node_count: nodes.length,
    undecided_count: inspection.undecided.length,
    requirements: requirements.map(({ text }) => text),
    capabilities: inspection.capabilities,
  }
  return {
    isPack: nodes.length > 0 || inspection.loads,
    fingerprints: await fingerprintPack(pack),
    check: storable(withinLimits(all)),
  }
}

const maxSockets = 20
const typesOf = (sockets: readonly { type: string | null }[]) =>
  sockets.slice(0, maxSockets).map(({ type }) => type ?? '?')

/** Words of the command line for problems of the project file. */
function toRefusal({ key, values, code = key }: ProjectRefusal): CheckRefusal {
  const { problem = '', line } = values
  const message =
    key === 'project_missing'
      ? 'pyproject.toml is missing.'
      : key === 'project_incomplete'
        ? `${values['key']} is missing in pyproject.toml.`
        : problem
  return { code, message, ...(Number(line) > 0 ? { line: Number(line) } : {}) }
}

/**
 * Leaves out what `publish` does not pack: files that `.comfyignore` names, unless the project file includes them, and files
 * named like secrets.
 */
async function selectPublished(
  pack: PackFiles,
  includes: readonly string[],
): Promise<{ selected: PackFiles; secrets: CheckRefusal[] }> {
  const ignoreFile = pack.files.find(({ path }) => path === '.comfyignore')
  const text = ignoreFile ? decodeText(await pack.readStart(ignoreFile.path, maxIgnoreBytes)).text : ''
  const ignored = ignore().add(text)
  const included = includes.map((path) => trimEndOf(path.replaceAll('\\', '/').replace(/^\.?\/+/, ''), '/'))
  const isIncluded = (path: string) =>
    included.some((one) => one !== '' && (path === one || path.startsWith(`${one}/`)))
  const secrets: CheckRefusal[] = []
  const files: PackFiles['files'][number][] = []
  for (const file of pack.files) {
    if (ignored.ignores(file.path) && !isIncluded(file.path)) continue
    const found = await secretsIn(file.path, pack.pieces(file.path))
    secrets.push(...found.map(refusalOfSecret))
    if (!isSecretFile(file.path) || found.length > 0) files.push(file)
  }
  return { selected: { ...pack, files }, secrets }
}

const maxIgnoreBytes = 1024 * 1024

/** Shortens the lists until the result is small enough to be stored. */
function withinLimits(all: StoredCheck): StoredCheck {
  let most: number = Math.max(limits.repositoryFindings, limits.repositoryComfyNodes)
  for (;;) {
    const cut = shortened(all, most)
    if (most === 0 || Buffer.byteLength(JSON.stringify(cut)) <= limits.repositoryReadingBytes) return cut
    most = Math.floor(most / 2)
  }
}

const shortened = (all: StoredCheck, most: number): StoredCheck => ({
  ...all,
  refused: all.refused.slice(0, most),
  findings: all.findings.slice(0, Math.min(most, limits.repositoryFindings)),
  nodes: all.nodes.slice(0, Math.min(most, limits.repositoryComfyNodes)),
  requirements: all.requirements.slice(0, most),
  capabilities: all.capabilities.slice(0, most),
  pythons: all.pythons.map((one) => ({ ...one, conflicts: one.conflicts.slice(0, most) })),
})
