import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { parse, TomlError } from 'smol-toml'
import { CliError, codeOf, rethrowFileError } from '../ground/errors.ts'

/** The values that a publish sends from `pyproject.toml`. Missing values are empty. */
export interface ProjectFile {
  /** False if the folder has no such file. */
  exists: boolean
  id: string
  version: string
  publisherId: string
  /** Folders to pack although git does not track them. */
  includes: string[]
  node: {
    description: string
    icon: string
    name: string
    /** A JSON string: `{"file": "LICENSE"}`, `{"text": "MIT"}` or `{}`. */
    license: string
    repository: string
    banner_url: string
  }
  dependencies: string[]
  compatibility: {
    supported_os: string[]
    supported_accelerators: string[]
    supported_comfyui_version: string
    supported_comfyui_frontend_version: string
  }
}

const accelerators = [
  'GPU :: NVIDIA CUDA',
  'GPU :: AMD ROCm',
  'GPU :: Intel Arc',
  'NPU :: Huawei Ascend',
  'GPU :: Apple Metal',
]
const frontendPackage = 'comfyui-frontend-package'
const comparison = /^(?:(==|>=|<=|!=|~=|>|<|<>|=)\s*)?(\d+\.\d+\.\d+(?:-[a-zA-Z0-9]+)?)?$/

/** Reads the project file of a pack. Returns empty values if there is none. */
export async function readProjectFile(folder: string): Promise<ProjectFile> {
  const path = join(folder, 'pyproject.toml')
  const bytes = await readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    rethrowFileError(error, path)
  })
  const file = toProjectFile(bytes ? parseToml(path, textOf(path, bytes)) : {}, path)
  return { ...file, exists: bytes !== undefined }
}

function textOf(path: string, bytes: Buffer): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    throw new CliError('project_not_utf8', { path })
  }
}

function parseToml(path: string, text: string): Table {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    const [summary = ''] = error.message.split('\n')
    const problem = summary.replace(/^Invalid TOML document: /, '')
    throw new CliError('project_syntax', {
      path,
      line: String(error.line),
      column: String(error.column),
      problem,
    })
  }
}

type Table = Record<string, unknown>

function toProjectFile(file: Table, path: string): Omit<ProjectFile, 'exists'> {
  const project = tableAt(file, 'project')
  const comfy = tableAt(tableAt(file, 'tool'), 'comfy')
  const classifiers = textsAt(project, 'classifiers')
  const { dependencies, frontendRange } = splitDependencies(textsAt(project, 'dependencies'))
  return {
    id: ownTextAt(path, project, 'name'),
    version: ownTextAt(path, project, 'version'),
    publisherId: ownTextAt(path, comfy, 'PublisherId'),
    includes: textsAt(comfy, 'includes'),
    node: {
      description: textAt(project, 'description'),
      icon: textAt(comfy, 'Icon'),
      name: textAt(comfy, 'DisplayName'),
      license: toLicenseText(project['license']),
      repository: textAt(tableAt(project, 'urls'), 'Repository'),
      banner_url: textAt(comfy, 'Banner'),
    },
    dependencies,
    compatibility: {
      supported_os: tails(classifiers, 'Operating System :: ').filter(isSystem),
      supported_accelerators: tails(classifiers, 'Environment :: ').filter((tail) =>
        accelerators.includes(tail),
      ),
      supported_comfyui_version: toRange(textAt(comfy, 'requires-comfyui')),
      supported_comfyui_frontend_version: toRange(frontendRange),
    },
  }
}

function tableAt(table: Table, key: string): Table {
  const value = table[key]
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
}

function textAt(table: Table, key: string): string {
  const value = table[key]
  return typeof value === 'string' ? value : ''
}

/** Throws if a value that identifies the pack is not text, which would otherwise count as missing. */
function ownTextAt(path: string, table: Table, key: string): string {
  const value = table[key]
  if (value !== undefined && typeof value !== 'string')
    throw new CliError('project_not_text', { path, key, example: key === 'version' ? '1.0.0' : 'my-pack' })
  return value?.trim() ?? ''
}

function textsAt(table: Table, key: string): string[] {
  const value = table[key]
  return Array.isArray(value) ? value.filter((item) => typeof item === 'string') : []
}

/** Moves the range of the tool's frontend from the dependencies to a field, because pip does not install it. */
function splitDependencies(all: string[]): { dependencies: string[]; frontendRange: string } {
  const isFrontend = (line: string) =>
    /^[A-Za-z0-9._-]+/.exec(line.trim())?.[0]?.toLowerCase() === frontendPackage
  const frontend = all.find(isFrontend)
  return {
    dependencies: all.filter((line) => !isFrontend(line)),
    frontendRange: frontend?.trim().slice(frontendPackage.length) ?? '',
  }
}

function tails(classifiers: string[], start: string): string[] {
  return classifiers.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length).trim())
}

function isSystem(tail: string): boolean {
  return tail === 'OS Independent' || ['Microsoft', 'POSIX', 'MacOS'].some((start) => tail.startsWith(start))
}

/** Returns an empty text if any part of the range is not a comparison. */
function toRange(text: string): string {
  const range = text.trim()
  return range.split(',').every((part) => comparison.test(part.trim())) ? range : ''
}

function toLicenseText(license: unknown): string {
  if (typeof license === 'string') return toAsciiJson({ text: license })
  const table = tableAt({ license }, 'license')
  const file = textAt(table, 'file')
  if (file !== '') return toAsciiJson({ file })
  const text = textAt(table, 'text')
  return text === '' ? '{}' : toAsciiJson({ text })
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
