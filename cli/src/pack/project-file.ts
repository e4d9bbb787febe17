import { open, stat } from 'node:fs/promises'
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

/** Returns the first bytes of a file. Undefined if there is none, or a pipe or a device, which could have no end. Throws for a folder. */
export async function readStart(path: string, length: number): Promise<Uint8Array | undefined> {
  try {
    const found = await stat(path)
    if (!found.isFile() && !found.isDirectory()) return undefined
    const file = await open(path)
    try {
      const { bytesRead, buffer } = await file.read(new Uint8Array(Math.min(length, found.size)))
      return buffer.subarray(0, bytesRead)
    } finally {
      await file.close()
    }
  } catch (error) {
    if (codeOf(error) === 'ENOENT' || codeOf(error) === 'ENOTDIR') return undefined
    rethrowFileError(error, path)
  }
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
