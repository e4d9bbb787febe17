import type { PackFiles } from '../archive/pack-files.ts'
import { licenseName } from './license-name.ts'

/** A license names itself at its start. */
const readBytes = 4096
const longestName = 60
/** A line that says only that a license follows. */
const isTitle = /^\W*licen[cs]e\W*$/i
const usualFile = /^(licen[cs]e|copying|unlicense)([.-][\w.-]{1,20})?$/i

/**
 * Returns the name of a pack's license, from its project file and from the file that this points to: authors
 * also write a file name instead of a text. Without a declaration, the usual files are read. Returns
 * undefined when there is none.
 */
export async function archiveLicense(source: PackFiles, stated: string): Promise<string | undefined> {
  const { file = '', text = '' }: { file?: string; text?: string } = JSON.parse(stated)
  const path = findFile(source, file) ?? findFile(source, text)
  if (path !== undefined) return nameOf(await readText(source, path))
  if (text !== '' && !usualFile.test(text)) return nameOf(text)
  const usual = source.files.find(({ path }) => usualFile.test(path))
  return usual && nameOf(await readText(source, usual.path))
}

function findFile({ files }: PackFiles, named: string): string | undefined {
  const path = named
    .trim()
    .replace(/^\.?\/+/, '')
    .toLowerCase()
  return path === '' ? undefined : files.find((file) => file.path.toLowerCase() === path)?.path
}

async function readText(source: PackFiles, path: string): Promise<string> {
  return new TextDecoder().decode(await source.readStart(path, readBytes))
}

/** Returns the short name, or the first line. */
function nameOf(text: string): string | undefined {
  const short = licenseName(text)
  if (short !== '') return short
  const first = text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /[\p{L}\p{N}]/u.test(line) && !isTitle.test(line))
  return first?.slice(0, longestName).toWellFormed().trimEnd() || undefined
}
