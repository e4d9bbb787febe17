import { createReadStream } from 'node:fs'
import { lstat, readdir, readFile, realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, relative, resolve, sep } from 'node:path'
import { archiveLimits } from '@nodeyard/analysis/archive'
import { decodeText } from '@nodeyard/analysis/ground'
import { isSecretFile } from '@nodeyard/analysis/scan'
import { runGit } from '@nodeyard/outside/git'
import { ProgramFailed, ProgramMissing, textOf } from '@nodeyard/outside/program'
import { type FoundSecret, secretsIn } from '@nodeyard/planning/check'
import ignore from 'ignore'
import { CliError, codeOf, rethrowFileError } from '../ground/errors.ts'
import { plain } from '../ground/output.ts'
import type { Texts } from '../ground/texts.ts'

/** A file to pack, or an empty folder. */
export interface Entry {
  /** Relative to the pack, with forward slashes. */
  name: string
  /** The file itself, where links have been followed. */
  file: string
}

export interface Selection {
  entries: Entry[]
  /** Why the files do not come from git. */
  withoutGit?: WithoutGit
  /** Files that are not packed, because files of their name keep secrets. */
  leftOut: string[]
  /** Secrets in files that were not allowed by name. */
  secrets: FoundSecret[]
  /** Includes that add nothing, with what was probably meant. */
  unmatched: Unmatched[]
}

export interface Unmatched {
  include: string
  near?: string
}

/** `asked`: the user wants it. `missing`: git is not installed. */
export type WithoutGit = 'asked' | 'missing' | 'no_checkout' | 'nothing_tracked'

export interface SelectOptions {
  /** Files that are packed in spite of their name or of secrets in them. */
  allowed?: readonly string[] | undefined
  /** Packs all files of the folder. */
  isWithoutGit?: boolean | undefined
  /** Asks the user whether all these files may be packed. */
  mayPackAll?: ((names: readonly string[]) => Promise<boolean>) | undefined
}

/**
 * Selects the files of a folder as older clients do: those that git tracks, without those in `.comfyignore`, plus what the
 * project file includes. Nothing outside the folder is selected, except files of the same repository behind links. Source:
 * clients 4.2.
 */
export async function selectFiles(
  folder: string,
  includes: readonly string[],
  { allowed = [], isWithoutGit = false, mayPackAll }: SelectOptions = {},
): Promise<Selection> {
  const { root, entries, withoutGit, unmatched } = await listEntries(folder, includes, isWithoutGit)
  if (withoutGit !== undefined && withoutGit !== 'asked')
    await assertMayPackAll(folder, entries, withoutGit, mayPackAll)
  const selected = await withoutSecrets(root, entries, new Set(allowed))
  return { ...selected, unmatched, ...(withoutGit ? { withoutGit } : {}) }
}

/** Lists all files that could be packed. */
export async function listEntries(
  folder: string,
  includes: readonly string[],
  isWithoutGit: boolean,
): Promise<{
  root: string
  entries: Entry[]
  withoutGit: WithoutGit | undefined
  unmatched: Unmatched[]
}> {
  const root = await realpath(folder).catch((error: unknown) => rethrowFileError(error, folder))
  const tracked = isWithoutGit ? ('asked' as const) : await listTracked(root)
  const withoutGit = typeof tracked === 'string' ? tracked : undefined
  const checkout = typeof tracked === 'string' ? undefined : tracked.checkout
  const walk: Walk = { root, checkout, entries: new Map() }
  const isKept = await readIgnoreFiles(root, checkout?.top ?? root)
  const names = typeof tracked === 'string' ? await listFilesBelow(root) : tracked.names
  for (const name of names) if (isKept(name)) await add(walk, name, join(root, name), { isKept })
  const unmatched: Unmatched[] = []
  for (const include of includes)
    if (!(await addIncluded(walk, include))) unmatched.push({ include, ...(await nearIn(root, include)) })
  return { root, withoutGit, unmatched, entries: [...walk.entries].map(([name, file]) => ({ name, file })) }
}

async function assertMayPackAll(
  path: string,
  entries: readonly Entry[],
  withoutGit: WithoutGit,
  mayPackAll: SelectOptions['mayPackAll'],
): Promise<void> {
  const names = entries.map(({ name }) => name)
  const isAllowed = mayPackAll ? await mayPackAll(names) : withoutGit !== 'missing'
  if (!isAllowed)
    throw new CliError('git_needed', { path, number: names.length }, { details: shortened(names) })
}

const shownNames = 20

/** The first names, and a sign that there are more. */
export const shortened = (names: readonly string[]): string[] =>
  names.length > shownNames ? [...names.slice(0, shownNames), '…'] : [...names]

/** Says what is packed, and why, if it is not simply what git tracks. */
export function noticesOf({ entries, withoutGit, leftOut, unmatched }: Selection, text: Texts): string[] {
  const list = (names: readonly string[]) => shortened(names).map((name) => `  ${plain(name)}`)
  return [
    ...(withoutGit === undefined
      ? []
      : [
          text(withoutGit === 'missing' ? 'packs_all_asked' : `packs_all_${withoutGit}`, {
            number: entries.length,
          }),
          ...list(entries.map(({ name }) => name)),
        ]),
    ...(leftOut.length > 0 ? [text('left_out_files'), ...list(leftOut)] : []),
    ...unmatched.map(({ include, near }) =>
      near === undefined
        ? text('include_unmatched', { include: plain(include) })
        : text('include_near', { include: plain(include), near: plain(near) }),
    ),
  ]
}

/** Stops before anything is written or sent. */
export function assertWithoutSecrets({ secrets }: Selection): void {
  if (secrets.length === 0) return
  const details = secrets.map(({ file, line, what }) => `${file}:${line} ${what}`)
  throw new CliError(
    'secrets_found',
    { number: secrets.length, file: secrets[0]?.file ?? '' },
    { details: shortened(details) },
  )
}

interface Checkout {
  top: string
}

const longestList = 256 * 1024 * 1024
const notAborted = new AbortController().signal

const git = (cwd: string, ...command: [string, ...string[]]): Promise<string> =>
  textOf(runGit(command, { env: process.env, signal: notAborted, cwd }), longestList)

/** Asks git about a folder. Undefined if git has no answer, or says no. */
export const ask = (folder: string, ...command: [string, ...string[]]): Promise<string | undefined> =>
  git(folder, ...command).then(
    (output) => output.trimEnd(),
    () => undefined,
  )

/** Asks git for the files that it tracks. A question that fails in a checkout has no answer, and stops the program. */
async function listTracked(
  root: string,
): Promise<{ names: string[]; checkout: Checkout } | Exclude<WithoutGit, 'asked'>> {
  try {
    const top = (await git(root, 'rev-parse', '--show-toplevel')).replace(/\r?\n$/, '')
    const names = namesIn(await git(root, 'ls-files', '-z'))
    return names.length > 0 ? { names, checkout: { top: await realpath(top) } } : 'nothing_tracked'
  } catch (error) {
    const isCheckout = process.env['GIT_DIR'] !== undefined || (await isInCheckout(root))
    if (!isCheckout) return 'no_checkout'
    if (error instanceof ProgramMissing) return 'missing'
    if (!(error instanceof ProgramFailed)) throw error
    const details = error.output.split('\n').filter((line) => line.trim() !== '')
    throw new CliError('git_refused', { path: root }, { details })
  }
}

const namesIn = (output: string) => output.split('\0').filter((name) => name !== '')

async function isInCheckout(folder: string): Promise<boolean> {
  for (let at = folder; ; at = dirname(at)) {
    if ((await lstat(join(at, '.git')).catch(() => undefined)) !== undefined) return true
    if (at === dirname(at)) return false
  }
}

/** Reads `.comfyignore` of the pack and of each folder above it, up to the top of the repository. The nearest one decides. */
async function readIgnoreFiles(root: string, top: string): Promise<(name: string) => boolean> {
  const files: { above: string; ignored: ReturnType<typeof ignore> }[] = []
  for (let folder = root; ; folder = dirname(folder)) {
    const above = relative(folder, root).split(sep).join('/')
    files.unshift({
      above: above && `${above}/`,
      ignored: ignore({ ignorecase: false }).add(await readIgnoreFile(folder)),
    })
    if (folder === top || folder === dirname(folder)) break
  }
  return (name) => {
    let isKept = true
    for (const { above, ignored } of files) {
      const { ignored: leavesOut, unignored } = ignored.test(above + name)
      if (leavesOut) isKept = false
      else if (unignored) isKept = true
    }
    return isKept
  }
}

async function readIgnoreFile(folder: string): Promise<string> {
  const path = join(folder, '.comfyignore')
  const bytes = await readFile(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return Buffer.alloc(0)
    rethrowFileError(error, path)
  })
  // Some shells write UTF-16.
  return decodeText(bytes).text
}

interface Walk {
  /** Real path of the pack. */
  root: string
  checkout: Checkout | undefined
  /** Files by name. */
  entries: Map<string, string>
}

interface Way {
  isKept(name: string): boolean
  /** Folders that links have led to; none may lead there again. */
  through?: readonly string[]
}

/** Adds a file, what a link leads to, or an empty folder. A dangling link and a file that is gone are skipped. */
async function add(walk: Walk, name: string, path: string, way: Way): Promise<void> {
  const found = await stat(path).catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    rethrowFileError(error, path)
  })
  if (!found) return
  const real = await realpath(path)
  const isLink = spelled(real) !== spelled(path)
  const { through = [walk.root] } = way
  if (isLink && found.isDirectory() && through.includes(real)) throw new CliError('file_circular', { path })
  const behind = isLink ? await listBehind(walk, name, real, found.isDirectory()) : []
  if (isLink && found.isDirectory())
    for (const inner of behind)
      if (way.isKept(`${name}/${inner}`))
        await add(walk, `${name}/${inner}`, join(real, inner), { ...way, through: [...through, real] })
  if (found.isFile() || (found.isDirectory() && !isLink)) walk.entries.set(name, real)
  if (walk.entries.size > archiveLimits.entries)
    throw new CliError('too_many_files', { limit: archiveLimits.entries })
}

/** Some systems find a file under other spellings of its name. */
const spelled = (path: string) => path.normalize('NFC').toLowerCase()

/** Lists what a link leads to. Throws unless it is in the pack, or in the same repository and tracked. */
async function listBehind(
  { root, checkout }: Walk,
  name: string,
  real: string,
  isFolder: boolean,
): Promise<string[]> {
  const refused = () => new CliError('link_outside', { link: name, target: real })
  if (checkout) {
    if (!isInside(checkout.top, real)) throw refused()
    const tracked = namesIn(
      await git(
        checkout.top,
        'ls-files',
        '-z',
        '--',
        `:(literal)${relative(checkout.top, real).split(sep).join('/')}`,
      ),
    )
    if (tracked.length > 0)
      return isFolder
        ? tracked.map((one) => relative(real, join(checkout.top, one)).split(sep).join('/'))
        : []
  }
  if (!isInside(root, real) || hasGitFolder(relative(root, real))) throw refused()
  // What git does not track must be included by name.
  if (checkout) throw new CliError('link_untracked', { link: name, target: relative(root, real) })
  return isFolder ? listFilesBelow(real) : []
}

/** Whether a path leads into the folder of git, of this repository or another one, in any spelling of a file system. */
const hasGitFolder = (path: string) =>
  path
    .split(/[\\/]/)
    .map((part) => part.replace(/[\p{Cf}\p{Mn}]|:.*/gsu, '').replace(/(?<![. ])[. ]+$/, ''))
    .some((name) => gitNames.test(name))
const gitNames = /^(?:\.git|git~\d+)$/i

function isInside(folder: string, path: string): boolean {
  const way = relative(folder, path)
  return way === '' || (way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way))
}

/** Adds an included file or folder, which git need not track. Returns whether there is one. */
async function addIncluded(walk: Walk, include: string): Promise<boolean> {
  const name = include
    .replaceAll('\\', '/')
    .replace(/^\.?\/+/, '')
    .replace(/(?<!\/)\/+$/, '')
  const path = resolve(walk.root, name)
  if (name === '' || name.split('/').includes('..') || hasGitFolder(name)) return false
  const found = await stat(path).catch(() => undefined)
  if (!found) return false
  const own: Walk = { ...walk, checkout: undefined }
  const way = { isKept: () => true }
  const isPlainFolder = found.isDirectory() && spelled(await realpath(path)) === spelled(path)
  const files = isPlainFolder ? await listFilesBelow(path, gitNames) : []
  for (const file of files) await add(own, `${name}/${file}`, join(path, file), way)
  if (files.length === 0) await add(own, name, path, way)
  return true
}

/** Finds the folder before a pattern, or a name with other letter case. */
async function nearIn(root: string, include: string): Promise<Pick<Unmatched, 'near'>> {
  let near = ''
  for (const part of include.replaceAll('\\', '/').split('/')) {
    if (part === '' || part === '.') continue
    if (part === '..' || /[*?[]/.test(part)) break
    const names = await readdir(join(root, near)).catch(() => [])
    const found = names.find((name) => name === part) ?? names.find((name) => spelled(name) === spelled(part))
    if (found === undefined) return {}
    near = near === '' ? found : `${near}/${found}`
  }
  return near === '' ? {} : { near }
}

/** Folders that programs fill, which no pack needs. An environment of Python has a file of its own. */
const caches =
  /^(?:\.git|__pycache__|node_modules|\.(?:venv|tox|nox|cache|idea|ipynb_checkpoints|(?:mypy|pytest|ruff)_cache))$/

/** Lists all files below a folder, relative to it and sorted. */
async function listFilesBelow(folder: string, leftOut = caches, prefix = ''): Promise<string[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch((error: unknown) =>
    rethrowFileError(error, folder),
  )
  if (leftOut === caches && entries.some(({ name }) => name === 'pyvenv.cfg')) return []
  const names: string[] = []
  for (const entry of entries.sort((a, b) => (a.name < b.name ? -1 : 1))) {
    if (leftOut.test(entry.name)) continue
    const name = prefix + entry.name
    if (entry.isDirectory())
      names.push(...(await listFilesBelow(join(folder, entry.name), leftOut, `${name}/`)))
    else names.push(name)
  }
  return names
}

/** Leaves out files named like those that keep secrets, and finds the secrets in all others. */
async function withoutSecrets(
  root: string,
  all: readonly Entry[],
  allowed: ReadonlySet<string>,
): Promise<Omit<Selection, 'withoutGit' | 'unmatched'>> {
  const selection: Omit<Selection, 'unmatched'> = { entries: [], leftOut: [], secrets: [] }
  for (const entry of all) {
    const { name, file } = entry
    const isAllowed = allowed.has(name)
    const isSearched = !isAllowed && (await stat(file)).isFile()
    const secrets = isSearched
      ? await secretsIn(name, createReadStream(file)).catch((error: unknown) => rethrowFileError(error, file))
      : []
    selection.secrets.push(...secrets)
    const isNamed = isSecretFile(name) || isSecretFile(relative(root, file).split(sep).join('/'))
    // A secret that is certain to be one is reported, not passed over.
    if (isNamed && !isAllowed && secrets.length === 0) selection.leftOut.push(name)
    else selection.entries.push(entry)
  }
  return selection
}
