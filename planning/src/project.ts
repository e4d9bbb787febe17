import { decodeText, type Finding } from '@nodeyard/analysis/ground'
import {
  lineOfKey,
  type Manifest,
  manifestPath,
  normalizeVersion,
  readManifestOf,
} from '@nodeyard/analysis/manifest'
import { normalName } from '@nodeyard/analysis/requirements'
import { type ManifestKey, nameOf, refusalsOf, valuesOf } from './announcement.ts'

/** Why a pack cannot be announced. `key` names a text of the command line. */
export interface ProjectRefusal {
  key: 'problem_at' | 'project_missing' | 'project_incomplete' | 'project_contradiction'
  values: Readonly<Record<string, string>>
  /** The error code of the registry; the key, if omitted. */
  code?: string | undefined
}

/** What `pyproject.toml` states about a pack. Missing values are empty. */
export interface ProjectFile {
  path: string
  id: string
  version: string
  publisherId: string
  /** Folders to pack although git does not track them. */
  includes: string[]
  /** Missing if there is no file, or if it cannot be read. */
  manifest: Manifest | undefined
  /** Why nothing in the file can be read. */
  unreadable: ProjectRefusal | undefined
  /** Values that cannot be used. */
  problems: readonly Finding[]
  /** Why there is no version although the file promises one. */
  dynamicVersion: string | undefined
  /** The line that states a value, from 1. */
  lineOf(stated: ManifestKey): number
}

/** Reads the project file of a pack. `read` returns up to `length` first bytes of a file of the pack. */
export async function readProject(
  path: string,
  read: (file: string, length: number) => Promise<Uint8Array | undefined>,
): Promise<ProjectFile> {
  let text = ''
  const found = await readManifestOf(async (file, length) => {
    const bytes = await read(file, length)
    if (bytes && file === manifestPath) text = decodeText(bytes).text
    return bytes
  })
  const { manifest, problems = [], dynamicVersion } = found ?? {}
  const [problem] = found && !manifest ? problems.slice(-1) : []
  return {
    path,
    id: manifest?.name ?? '',
    version: manifest?.version ?? '',
    publisherId: manifest?.publisher_id ?? '',
    includes: manifest?.includes ?? [],
    manifest,
    unreadable: problem && problemAt(path, problem.line_number ?? 1, withoutLine(problem.message)),
    problems,
    dynamicVersion,
    lineOf: ({ table, key }) => lineOfKey(text, table, key) ?? 1,
  }
}

const withoutLine = (message: string): string => message.replace(/^Line \d+(?:, |: )/, '')

/** A problem that a line of a file causes. */
const problemAt = (path: string, line: number, problem: string, code?: string): ProjectRefusal => ({
  key: 'problem_at',
  values: { path, line: String(line), problem },
  code,
})

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
): ProjectRefusal[] {
  const { path, manifest, unreadable, lineOf } = project
  if (unreadable) return [unreadable]
  const subject = subjectOf(project, given)
  if (!manifest && !(subject.publisherId && subject.nodeId && subject.version))
    return [{ key: 'project_missing', values: { path } }]
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

function missingIn(project: ProjectFile, subject: Subject): ProjectRefusal[] {
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
        : { key: code, values: { path, key: nameOf(stated), option } }
    })
}

/** An option must not contradict the project file, which installers use. */
function contradictions({ path, id, version }: ProjectFile, given: GivenSubject): ProjectRefusal[] {
  const contradiction = (key: string, inFile: string, option: string, said: string): ProjectRefusal => ({
    key: 'project_contradiction',
    values: { path, key, inFile, option, given: said },
  })
  return [
    ...(given.nodeId && id && normalName(given.nodeId) !== normalName(id)
      ? [contradiction('name', id, '--id', given.nodeId)]
      : []),
    ...(given.version && version && normalizeVersion(given.version) !== normalizeVersion(version)
      ? [contradiction('version', version, '--set-version', given.version)]
      : []),
  ]
}

/** Formats JSON like Python: a space after commas and colons, and `\u` escapes for non-ASCII characters. */
export function toAsciiJson(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(toAsciiJson).join(', ')}]`
  if (typeof value === 'object' && value !== null) {
    const members = Object.entries(value).map(
      ([key, member]) => `${toAsciiJson(key)}: ${toAsciiJson(member)}`,
    )
    return `{${members.join(', ')}}`
  }
  return JSON.stringify(value).replace(
    /[\u007f-\uffff]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )
}
