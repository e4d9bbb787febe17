import type { PackFiles } from '../archive/pack-files.ts'
import { licenseName } from './license-name.ts'
import { licenseOfText } from './license-texts.ts'
import type { Manifest } from './manifest.ts'

/** The longest license of the SPDX list has about 40 KB. */
const readBytes = 128 * 1024
const longestName = 60
/** A line that says only that a license follows. */
const isTitle = /^\W*licen[cs]e\W*$/i
const usualFile = /^(licen[cs]e|copying|unlicense)([.-][\w.-]{1,20})?$/i

/**
 * Returns the license of a pack as an SPDX expression, or its first words: from its project file and from the files that this
 * names; authors also write a file name instead of a text. Without a declaration, classifiers and the usual files are read.
 * Returns undefined when there is none.
 */
export async function archiveLicense(
  source: PackFiles,
  { license, license_files: named = [], license_classifier: classifier }: LicenseValues,
): Promise<string | undefined> {
  const { file = '', text = '' }: { file?: string; text?: string } = JSON.parse(license)
  const path = findFile(source, file) ?? findFile(source, text)
  if (path !== undefined) return nameOf(await readText(source, path))
  if (text !== '' && !usualFile.test(text)) return nameOf(text)
  const stated = licenseName(file) || classifier
  if (stated) return stated
  const listed = named.map((one) => findFile(source, one.path)).find((one) => one !== undefined)
  const usual = listed ?? source.files.find((one) => usualFile.test(one.path))?.path
  return usual === undefined ? undefined : nameOf(await readText(source, usual))
}

export type LicenseValues = Pick<Manifest, 'license' | 'license_files' | 'license_classifier'>

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

/** Returns the expression, or the first line. */
function nameOf(text: string): string | undefined {
  const known = licenseOfText(text) ?? licenseName(text)
  if (known !== '') return known
  const first = text
    .split('\n')
    .map((line) => line.trim())
    .find((line) => /[\p{L}\p{N}]/u.test(line) && !isTitle.test(line))
  return first?.slice(0, longestName).toWellFormed().trimEnd() || undefined
}
