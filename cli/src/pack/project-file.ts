import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { decodeText, type Finding } from '@nodeyard/analysis/ground'
import { lineOfKey, type Manifest, manifestPath, readManifestOf } from '@nodeyard/analysis/manifest'
import type { ManifestKey } from '@nodeyard/planning/announcement'
import { CliError, codeOf, rethrowFileError } from '../ground/errors.ts'

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
  unreadable: CliError | undefined
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

/** Reads the project file in a folder. */
export const readProjectFile = (folder: string): Promise<ProjectFile> =>
  readProject(join(folder, manifestPath), (file, length) => readStart(join(folder, file), length))

const withoutLine = (message: string): string => message.replace(/^Line \d+(?:, |: )/, '')

/** A problem that a line of a file causes. */
export const problemAt = (path: string, line: number, problem: string, code?: string): CliError =>
  new CliError('problem_at', { path, line: String(line), problem }, { code })

async function readStart(path: string, length: number): Promise<Uint8Array | undefined> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    rethrowFileError(error, path)
  })
  return bytes?.subarray(0, length)
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
