import { readFile, rename, writeFile } from 'node:fs/promises'
import { join, resolve, sep } from 'node:path'
import type { Finding } from '@nodeyard/analysis/ground'
import type { Inspection } from '@nodeyard/analysis/inspection'
import { codeOf, rethrowFileError, rethrowWriteError } from '../ground/errors.ts'
import type { TextKey, TextValues } from '../ground/texts.ts'

/** A change that was made to the folder. */
export interface Fix {
  key: TextKey
  values: TextValues
}

/** Files that no pack needs, and that can be left out without any effect on the pack. */
const leftOut: readonly { rules: readonly string[]; lineFor(path: string): string | undefined }[] = [
  {
    rules: ['compiled-python'],
    lineFor: (path) => (/(^|\/)__pycache__\//.test(path) ? '__pycache__/' : undefined),
  },
  { rules: ['git-folder'], lineFor: (path) => (/(^|\/)\.git\//.test(path) ? '.git/' : undefined) },
  {
    rules: ['editor-task'],
    lineFor: (path) => /^(\.vscode|\.idea|\.zed|\.cursor|\.claude)\//.exec(path)?.[1]?.concat('/'),
  },
]

/** Fixes what can be fixed without changing the effect of the pack. Returns the changes. */
export async function fixSafely(folder: string, { findings }: Inspection): Promise<Fix[]> {
  const recoded = findings.filter(({ rule }) => rule === 'manifest-encoding' || rule === 'readme-encoding')
  const fixes: Fix[] = []
  for (const path of new Set(recoded.map(({ file_path }) => file_path ?? 'pyproject.toml')))
    if (await saveAsUtf8(folder, path)) fixes.push({ key: 'fixed_encoding', values: { path } })
  const lines = await ignore(folder, findings)
  return [...fixes, ...lines.map((line): Fix => ({ key: 'fixed_ignored', values: { line } }))]
}

/** Only texts with a byte order mark are certain enough to be converted. */
async function saveAsUtf8(folder: string, path: string): Promise<boolean> {
  const full = resolve(folder, path)
  if (!full.startsWith(resolve(folder) + sep)) return false
  const bytes = await readFile(full).catch((error) => rethrowFileError(error, full))
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf
          ? 'utf-8'
          : undefined
  if (!encoding) return false
  const text = new TextDecoder(encoding).decode(bytes)
  const temporary = `${full}.nodeyard`
  await writeFile(temporary, text).catch((error) => rethrowWriteError(error, temporary))
  await rename(temporary, full)
  return true
}

async function ignore(folder: string, findings: readonly Finding[]): Promise<string[]> {
  const wanted = new Set(
    findings.flatMap(({ rule, file_path: path }) =>
      leftOut.flatMap(({ rules, lineFor }) => (path && rules.includes(rule) ? (lineFor(path) ?? []) : [])),
    ),
  )
  const path = join(folder, '.comfyignore')
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return ''
    rethrowFileError(error, path)
  })
  const known = new Set(text.split(/\r?\n/).map((line) => line.trim()))
  const added = [...wanted].filter((line) => !known.has(line))
  if (added.length === 0) return []
  const start = text === '' || text.endsWith('\n') ? text : `${text}\n`
  await writeFile(path, `${start}${added.join('\n')}\n`).catch((error) => rethrowWriteError(error, path))
  return added
}
