import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { manifestPath } from '@nodeyard/analysis/manifest'
import {
  announcementRefusals,
  type GivenSubject,
  type ProjectFile,
  type ProjectRefusal,
  readProject,
} from '@nodeyard/planning/project'
import { CliError, codeOf, rethrowFileError } from '../ground/errors.ts'

/** Reads the project file in a folder. */
export const readProjectFile = (folder: string): Promise<ProjectFile> =>
  readProject(join(folder, manifestPath), (file, length) => readStart(join(folder, file), length))

/** Returns the first bytes of a file. Undefined if there is none. */
export async function readStart(path: string, length: number): Promise<Uint8Array | undefined> {
  const bytes = await readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR' || codeOf(error) === 'EISDIR')
      return undefined
    rethrowFileError(error, path)
  })
  return bytes?.subarray(0, length)
}

export const toError = ({ key, values, code }: ProjectRefusal): CliError =>
  new CliError(key, values, { code })

/** Throws the first reason why the registry would not accept an announcement, and lists the others below it. */
export function assertAccepted(project: ProjectFile, given: GivenSubject): void {
  const [first, ...others] = announcementRefusals(project, given, { isNew: false }).map(toError)
  if (!first) return
  const { key, values, code } = first
  throw new CliError(key, values, { code, details: others.map(({ message }) => message) })
}
