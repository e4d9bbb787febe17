import type { PackFile, PackFiles } from '../archive/pack-files.ts'
import { type DecodedText, decodeText } from '../ground/decode.ts'
import { compareText, type Finding, toFinding } from '../ground/finding.ts'
import { toUtf8Command } from './advice.ts'
import type { DeclaredReadme, ReadmeFormat } from './declared-readme.ts'
import { manifestPath } from './manifest.ts'

export interface Readme {
  path: string
  text: string
  format: ReadmeFormat
  /** Only the first bytes are kept. */
  is_cut: boolean
  /** Letters to read, without most of the markup. */
  letters: number
}

interface FoundReadme {
  readme: Readme | null
  findings: Finding[]
}

const notThere = {
  id: 'manifest-readme',
  severity: 'low',
  why: 'Tools that build the pack stop at a missing README.',
} as const

const encodingRule = {
  id: 'readme-encoding',
  severity: 'low',
  why: 'Code hosts and other tools expect UTF-8, and show other encodings as unreadable characters.',
} as const

/** Reads the text that introduces the pack: the file named by the project file, or a usual README. */
export async function readReadme(
  source: PackFiles,
  files: readonly PackFile[],
  declared: DeclaredReadme | undefined,
  bytes: number,
): Promise<FoundReadme> {
  if (declared?.text !== undefined)
    return { readme: ofManifest(declared, declared.text, bytes), findings: [] }
  const named = declared?.file === undefined ? undefined : findNamed(files, declared.file)
  const found = named ?? findUsual(files)
  const findings = declared?.file !== undefined && !named ? [missing(declared.file, found)] : []
  if (!found) return { readme: null, findings }
  const is_cut = found.size > bytes
  const start = await source.readStart(found.path, bytes)
  const charset = named && declared ? declared.charset : undefined
  const decoded = decodeText(start, { declared: charset ?? declaredInside(start), isCut: is_cut })
  const format = (named && declared?.format) ?? formatOf(found.path)
  const note = encodingNote(found.path, decoded)
  return {
    readme: { path: found.path, text: decoded.text, format, is_cut, letters: lettersIn(decoded.text) },
    findings: note ? [...findings, note] : findings,
  }
}

function ofManifest({ format = 'plain' }: DeclaredReadme, text: string, bytes: number): Readme {
  const is_cut = text.length > bytes
  const kept = is_cut ? text.slice(0, bytes).toWellFormed() : text
  return { path: manifestPath, text: kept, format, is_cut, letters: lettersIn(kept) }
}

/** Leaves out tags, addresses of links, and signs that only format. */
function lettersIn(text: string): number {
  return text
    .replace(/<[^<>]*>/g, '')
    .replace(/\]\([^()\s]*\)/g, '')
    .replace(/[#*_`~|>[\]=-]/g, '')
    .replace(/\s+/g, ' ')
    .trim().length
}

/** Never returns a file outside the archive, because it only compares paths with the list of files. */
function findNamed(files: readonly PackFile[], path: string): PackFile | undefined {
  const clean = path.replace(/^(\.\/)+/, '')
  return files.find((file) => file.path === clean)
}

function missing(path: string, instead: PackFile | undefined): Finding {
  const shown = instead ? ` ${instead.path} is shown instead.` : ''
  const message = `\`readme\` in [project] names ${path}, which is not in the archive.${shown}`
  const fix =
    'Pack the file, or correct its path: it is relative to pyproject.toml and stays inside the pack.'
  return toFinding({ ...notThere, fix }, manifestPath, { message })
}

const endings = ['md', 'markdown', 'mdown', 'mkd', 'rst', 'txt', '']
const folders = ['', 'docs/', '.github/']

/**
 * Prefers README.md to other types, the top of the pack to folders, and a general text to one for a language.
 */
function findUsual(files: readonly PackFile[]): PackFile | undefined {
  const ranked = files.flatMap((file) => {
    const rank = rankOf(file.path)
    return rank === undefined ? [] : [{ file, rank }]
  })
  ranked.sort((a, b) => a.rank - b.rank || compareText(a.file.path, b.file.path))
  return ranked[0]?.file
}

function rankOf(path: string): number | undefined {
  const named =
    /^(docs\/|\.github\/)?readme(?:[._-](en(?:[_-]\w{2,4})?|[a-z]{2}(?:[_-]\w{2,4})?))?(?:\.([a-z]+))?$/.exec(
      path.toLowerCase(),
    )
  if (!named) return undefined
  const [, folder = '', maybeLanguage, maybeEnding = ''] = named
  // The ending of `readme.md` looks like a language code, too.
  const isEnding = maybeLanguage !== undefined && maybeEnding === '' && endings.includes(maybeLanguage)
  const ending = endings.indexOf(isEnding ? maybeLanguage : maybeEnding)
  if (ending < 0) return undefined
  const language = isEnding || maybeLanguage === undefined ? 0 : maybeLanguage.startsWith('en') ? 1 : 2
  return language * 100 + folders.indexOf(folder) * 10 + ending
}

/** Returns the markup language of a README, by its extension. */
export function formatOf(path: string): ReadmeFormat {
  return /\.(md|markdown|mdown|mkd)$/i.test(path) ? 'markdown' : 'plain'
}

/** Reads what editors write into the first two lines: `-*- coding: gbk -*-`, `vim: fileencoding=gbk`. */
function declaredInside(bytes: Uint8Array): string {
  const [first = '', second = ''] = new TextDecoder('latin1').decode(bytes.subarray(0, 400)).split('\n')
  return /coding[:=][ \t]*([-\w.]+)/.exec(`${first} ${second}`)?.[1] ?? ''
}

function encodingNote(path: string, { encoding, badLine, isGuessed }: DecodedText): Finding | undefined {
  const isFine = badLine === undefined ? encoding === 'UTF-8' : !isGuessed
  if (isFine) return undefined
  const command = toUtf8Command(path, encoding)
  const fix = `Save the file as UTF-8 in your editor${command ? `, or run \`${command}\`` : ''}.`
  const message =
    badLine === undefined
      ? `The README is ${encoding}, not UTF-8. It is shown, but not everywhere.`
      : `The README is not UTF-8, line ${badLine}. It is shown as ${encoding}, which it looks like.`
  return toFinding({ ...encodingRule, fix }, path, { line: badLine ?? 1, message })
}
