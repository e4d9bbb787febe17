import { type Manifest, normalizeVersion } from '@nodeyard/analysis/manifest'
import { normalName } from '@nodeyard/analysis/requirements'
import { type ManifestKey, nameOf, refusalsOf, valuesOf } from '@nodeyard/planning/announcement'
import { CliError } from '../ground/errors.ts'
import { type ProjectFile, problemAt, toAsciiJson } from './project-file.ts'

/** Replaces or completes what the project file states. */
export interface GivenSubject {
  publisherId?: string | undefined
  nodeId?: string | undefined
  version?: string | undefined
}

export interface Subject {
  publisherId: string
  nodeId: string
  version: string
}

export function subjectOf(project: ProjectFile, given: GivenSubject): Subject {
  return {
    publisherId: given.publisherId || project.publisherId,
    nodeId: given.nodeId || project.id,
    version: given.version || project.version,
  }
}

/** Lists why the registry would not accept the announcement of a pack, whatever its files are. */
export function announcementRefusals(
  project: ProjectFile,
  given: GivenSubject,
  { isNew }: { isNew: boolean },
): CliError[] {
  const { path, manifest, unreadable, lineOf } = project
  if (unreadable) return [unreadable]
  const subject = subjectOf(project, given)
  if (!manifest && !(subject.publisherId && subject.nodeId && subject.version))
    return [new CliError('project_missing', { path })]
  const missing = missingIn(project, subject)
  const contradicted = contradictions(project, given)
  const isMissing = (field: string) =>
    (field === 'path.nodeId' && !subject.nodeId) ||
    (field === 'body.node_version.version' && !subject.version)
  const refused = refusalsOf(announcementOf(manifest, subject), { isNew }).filter(
    ({ field }) => !isMissing(field),
  )
  return [
    ...missing,
    ...contradicted,
    ...refused.map(({ code, stated, problem }) =>
      problemAt(
        path,
        lineOf(stated),
        code === 'invalid_request' ? `${nameOf(stated)} ${problem}` : `${nameOf(stated)}: ${problem}`,
        code,
      ),
    ),
  ]
}

/** Throws the first refusal, and lists the others below it. */
export function assertNoneOf([first, ...others]: readonly CliError[]): void {
  if (!first) return
  const { key, values, code, details, advice } = first
  throw new CliError(key, values, {
    code,
    advice,
    details: [...details, ...others.map(({ message }) => message)],
  })
}

/** Returns the values that a publish announces, with keys in the order of older clients. */
export function announcementOf(manifest: Manifest | undefined, { nodeId, version }: Subject) {
  const { node, version: facts } = valuesOf(manifest ?? nothing)
  const { dependencies, ...compatibility } = facts
  const license = toAsciiJson(JSON.parse(node.license))
  return {
    nodeId,
    node: { id: nodeId, ...node, license, ...compatibility },
    version: { version, dependencies, ...compatibility },
  }
}

const nothing: Manifest = {
  dependencies: [],
  license: '{}',
  urls: {},
  supported_os: [],
  supported_accelerators: [],
  supported_comfyui_frontend_version: '',
  supported_comfyui_version: '',
  includes: [],
}

const required = [
  { part: 'nodeId', option: '--id', stated: { table: 'project', key: 'name' } },
  { part: 'publisherId', option: '--publisher', stated: { table: 'tool.comfy', key: 'PublisherId' } },
  { part: 'version', option: '--set-version', stated: { table: 'project', key: 'version' } },
] as const satisfies { part: keyof Subject; option: string; stated: ManifestKey }[]

function missingIn(project: ProjectFile, subject: Subject): CliError[] {
  const { path, problems, dynamicVersion, lineOf } = project
  return required
    .filter(({ part }) => !subject[part])
    .map(({ part, option, stated }) => {
      const code = 'project_incomplete'
      if (part === 'version' && dynamicVersion !== undefined)
        return problemAt(path, lineOf({ table: 'project', key: 'dynamic' }), dynamicVersion, code)
      const unusable = problems.find(
        ({ message, line_number: line }) =>
          line === lineOf(stated) && message.startsWith(`\`${stated.key}\``),
      )
      return unusable
        ? problemAt(path, lineOf(stated), `${unusable.message} ${unusable.fix}`, code)
        : new CliError(code, { path, key: nameOf(stated), option })
    })
}

/** An option must not contradict the project file, which installers use. */
function contradictions({ path, id, version }: ProjectFile, given: GivenSubject): CliError[] {
  const contradiction = (key: string, inFile: string, option: string, said: string) =>
    new CliError('project_contradiction', { path, key, inFile, option, given: said })
  return [
    ...(given.nodeId && id && normalName(given.nodeId) !== normalName(id)
      ? [contradiction('name', id, '--id', given.nodeId)]
      : []),
    ...(given.version && version && normalizeVersion(given.version) !== normalizeVersion(version)
      ? [contradiction('version', version, '--set-version', given.version)]
      : []),
  ]
}
