import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { Finding } from '@nodeyard/analysis/ground'
import type { MissingFile } from '@nodeyard/analysis/inspection'
import { ask } from './select-files.ts'

/** Adds to findings about missing files what the folder of the pack tells about these files. */
export async function withReasons(
  folder: string,
  findings: readonly Finding[],
  missing: readonly MissingFile[],
): Promise<Finding[]> {
  return Promise.all(
    findings.map(async (finding) => {
      const { rule, file_path: file, line_number: line, message } = finding
      const found = missing.find(
        (one) =>
          one.rule === rule &&
          one.file === file &&
          one.line === line &&
          one.paths.some((path) => message.includes(path)),
      )
      const reason = found && (await whyMissing(folder, found.paths))
      return reason
        ? { ...finding, message: `${message} ${reason.why}`, fix: `${reason.fix} ${finding.fix}` }
        : finding
    }),
  )
}

interface Reason {
  why: string
  fix: string
}

/** Finds out why none of the files is in the archive. Undefined if the folder does not have them either. */
export async function whyMissing(folder: string, paths: readonly string[]): Promise<Reason | undefined> {
  const module = await submoduleOf(folder, paths)
  if (module !== undefined)
    return {
      why: `${module} is a submodule, whose files git does not list.`,
      fix: `Run \`git submodule update --init\`, and add includes = ["${module}"] to [tool.comfy].`,
    }
  for (const path of paths) {
    const spelled = await spellingOf(folder, path)
    if (spelled === undefined) continue
    if (spelled !== path)
      return {
        why: `The folder has ${spelled}; Python and Linux tell the letters apart.`,
        fix: `Write ${path} and ${spelled} alike.`,
      }
    const isFolder = (await lstat(join(folder, path))).isDirectory()
    if (isFolder && (await readdir(join(folder, path))).length === 0) continue
    const ignored = await ask(folder, 'check-ignore', '-v', '--no-index', '--', path)
    if (ignored !== undefined)
      return {
        why: `${path} is in the folder, but ignored: ${ignored.split('\t')[0]}.`,
        fix: `Remove that line and run \`git add ${path}\`, or add "${path}" to includes in [tool.comfy].`,
      }
    const tracked = await ask(folder, 'ls-files', '--', path)
    return tracked === ''
      ? { why: `${path} is in the folder, but not in git.`, fix: `Run \`git add ${path}\`.` }
      : { why: `${path} is in the folder, but .comfyignore leaves it out.`, fix: 'Correct .comfyignore.' }
  }
  for (const path of paths)
    if (await ask(folder, 'ls-files', '--', path))
      return {
        why: `${path} is in git, but deleted in the folder.`,
        fix: `Run \`git restore ${path}\`.`,
      }
  return undefined
}

/** The submodule that any of the files would be in. */
async function submoduleOf(folder: string, paths: readonly string[]): Promise<string | undefined> {
  const listed = (await ask(folder, 'ls-files', '--stage')) ?? ''
  const modules = listed
    .split('\n')
    .flatMap((line) => (line.startsWith('160000 ') ? [line.split('\t')[1] ?? ''] : []))
  return modules.find((module) => paths.some((path) => `${path}/`.startsWith(`${module}/`)))
}

/** The path as the folder spells it; undefined if there is none. */
async function spellingOf(folder: string, path: string): Promise<string | undefined> {
  const parts: string[] = []
  for (const part of path.split('/')) {
    const names = await readdir(join(folder, ...parts)).catch((): string[] => [])
    const name = names.includes(part) ? part : names.find((one) => one.toLowerCase() === part.toLowerCase())
    if (name === undefined) return undefined
    parts.push(name)
  }
  return parts.join('/')
}
