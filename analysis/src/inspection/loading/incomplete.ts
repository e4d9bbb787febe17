import type { PackFile, PackFiles } from '../../archive/pack-files.ts'
import { type Finding, toFinding } from '../../ground/finding.ts'
import { type MissingFile, namesFile } from './missing-file.ts'

const pointerRule = {
  id: 'lfs-pointer',
  severity: 'medium',
  why: 'Users get a text of three lines instead of the file.',
  fix: 'Run `git lfs pull` before you publish, or set `lfs: true` in the checkout step of the job.',
} as const
const submoduleRule = {
  id: 'submodule-missing',
  why: 'Users get an empty folder, and code that needs its files fails.',
} as const

/** A pointer has three lines. Source: Git LFS, `docs/spec.md`. */
const pointer =
  /^version https:\/\/git-lfs\.github\.com\/spec\/v1\n(?:[\w.-]+ [^\n]*\n)*?oid sha256:[0-9a-f]{64}\nsize (\d{1,15})\n/
const pointerBytes = { least: 100, most: 1024 }
const shown = 5

/** Reports pointers that Git LFS leaves in a checkout instead of the files, all at once. */
export async function pointerFindings(source: PackFiles, files: readonly PackFile[]): Promise<Finding[]> {
  const found: { path: string; size: number }[] = []
  for (const { path, size } of files) {
    if (size < pointerBytes.least || size > pointerBytes.most) continue
    const text = new TextDecoder('latin1').decode(await source.readStart(path, size))
    const bytes = pointer.exec(text)?.[1]
    if (bytes !== undefined) found.push({ path, size: Number(bytes) })
  }
  const [first] = found
  if (!first) return []
  const megabytes = found.reduce((sum, { size }) => sum + size, 0) / 1e6
  const names = found.slice(0, shown).map(({ path }) => path)
  const list = found.length > shown ? [...names, '…'] : names
  const count =
    found.length === 1 ? '1 file is a Git LFS pointer' : `${found.length} files are Git LFS pointers`
  const message = `${count} (${megabytes.toFixed(1)} MB missing): ${list.join(', ')}.`
  return [toFinding(pointerRule, first.path, { message })]
}

/** Reports submodules that git names and the archive does not have: low if no code of the pack names the folder. */
export function submoduleFindings(
  files: readonly PackFile[],
  gitmodules: string | undefined,
  texts: Iterable<string>,
): { findings: Finding[]; missing: MissingFile[] } {
  const file = '.gitmodules'
  const lines = (gitmodules ?? '').split('\n').map((text, at) => {
    const [key = '', value = ''] = text.split('=')
    const path = key.trim() === 'path' ? value.trim().replaceAll('"', '') : ''
    return { path: path.replace(/^\.\//, ''), line: at + 1 }
  })
  const all = lines.filter(
    ({ path }, at) =>
      path !== '' &&
      !files.some((one) => one.path.startsWith(`${path}/`)) &&
      lines.findIndex((one) => one.path === path) === at,
  )
  if (all.length === 0) return { findings: [], missing: [] }
  const code = [...texts]
  return {
    findings: all.map(({ path, line }) => {
      const name = path.slice(path.lastIndexOf('/') + 1)
      const isUsed = code.some((text) => namesModule(text, name) || namesFile(text, name))
      const severity = isUsed ? ('medium' as const) : ('low' as const)
      const fix = `Run \`git submodule update --init\`, and add "${path}" to includes in [tool.comfy]; or remove the submodule.`
      const message = `The submodule ${path} is not in the archive.`
      return toFinding({ ...submoduleRule, severity, fix }, file, { line, message })
    }),
    missing: all.map(({ path, line }) => ({ rule: submoduleRule.id, file, line, paths: [path] })),
  }
}

const namesModule = (text: string, name: string): boolean =>
  text.split('\n').some((line) => /^\s*(?:from|import)\s/.test(line) && line.split(/[^\w-]+/).includes(name))
