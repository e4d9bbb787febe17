import { readdir, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { ReadingLimits } from '../limits.ts'
import type { PackBuilder } from '../pack-builder.ts'
import { ReadingRefused } from '../refusal.ts'
import type { Git } from './git.ts'
import { addCommit } from './objects.ts'
import { assertBelow, assertOwnObjects, readOwn } from './own-files.ts'
import type { Fetched, Head, Known, Place, RepositorySource } from './source.ts'

/**
 * A folder of repositories, named `owner/name` or `owner+name` in any letter case: bare ones or clones, with or without `.git`
 * at their end.
 * Archives are refused, because they can lack files of the commit, as `export-ignore` says. So is everything that leads out of
 * the folder.
 */
export class FolderSource implements RepositorySource {
  readonly limits: ReadingLimits
  readonly #folder: string
  readonly #git: Git
  #known: ReadonlySet<string> = new Set()

  constructor(folder: string, git: Git, limits: ReadingLimits) {
    this.limits = limits
    this.#folder = folder
    this.#git = git
  }

  async has(place: Place): Promise<boolean> {
    return (await this.#find(place)) !== undefined
  }

  hostOf(): undefined {
    return undefined
  }

  async look(place: Place, known: Known): Promise<Head | undefined> {
    const commit = await commitIn(await this.#get(place))
    return commit === known.commit ? undefined : { commit, etag: '' }
  }

  async fetch(place: Place, { commit }: Head, pack: PackBuilder, signal: AbortSignal): Promise<Fetched> {
    const objects = join(await this.#get(place), 'objects')
    await assertOwnObjects(objects)
    const of = { objects, commit, seconds: this.limits.objectsSeconds, history: { folder: place.folder } }
    return addCommit(this.#git, of, pack, signal)
  }

  async #get(place: Place): Promise<string> {
    const found = await this.#find(place)
    if (!found) throw new ReadingRefused('gone', 'The folder of repositories does not contain it any more.')
    if (found === 'archive')
      throw new ReadingRefused(
        'unreadable',
        'The folder of repositories has only an archive of it, which can lack files. Put a bare repository there.',
      )
    await assertBelow(this.#folder, found.git)
    return found.git
  }

  async listNew(): Promise<string[]> {
    const before = this.#known
    const whole: string[] = []
    for (const [name, path] of await this.#list())
      if (before.has(name) || (await isWhole(path))) whole.push(name)
    this.#known = new Set(whole)
    return whole.filter((name) => !before.has(name))
  }

  /** Lists everything that can be a repository, by its name in lowercase. */
  async #list(): Promise<Map<string, string>> {
    const found = new Map<string, string>()
    for (const entry of await namesIn(this.#folder)) {
      const path = join(this.#folder, entry)
      if (entry.includes('+')) found.set(keyOf(entry.replaceAll('+', '/')), path)
      else for (const name of await namesIn(path)) found.set(keyOf(`${entry}/${name}`), join(path, name))
    }
    return found
  }

  async #find({ key }: Place): Promise<{ git: string } | 'archive' | undefined> {
    // Keys have no parts that lead elsewhere.
    const [, ...parts] = key.split('/')
    const paths = [
      ...(await pathsLike(this.#folder, parts)),
      ...(await pathsLike(this.#folder, [parts.join('+')])),
    ]
    for (const path of paths) {
      const git = await gitFolder(path)
      if (git) return { git }
    }
    for (const path of paths) if (archiveEnding.test(path) && (await isFile(path))) return 'archive'
    return undefined
  }
}

const archiveEnding = /\.(?:tar\.gz|tgz|zip)$/i

const keyOf = (name: string) => name.toLowerCase().replace(/\.git$/, '')

/** File systems tell letter cases apart, and keys are in lowercase. */
async function pathsLike(folder: string, [wanted = '', ...inside]: readonly string[]): Promise<string[]> {
  const like = (name: string) => {
    const key = name.toLowerCase()
    if (inside.length > 0) return key === wanted
    return keyOf(key) === wanted || key.replace(archiveEnding, '') === wanted
  }
  const paths = (await namesIn(folder)).filter(like).map((name) => join(folder, name))
  if (inside.length === 0) return paths
  return (await Promise.all(paths.map((path) => pathsLike(path, inside)))).flat()
}

/** Lists a folder in order, so that of two spellings the same one is found each time. Returns nothing for anything else. */
const namesIn = async (folder: string) => (await readdir(folder).catch(() => [])).sort()

async function isWhole(path: string): Promise<boolean> {
  const git = await gitFolder(path)
  return git !== undefined && (await commitIn(git).then(Boolean, () => false))
}

async function gitFolder(path: string): Promise<string | undefined> {
  for (const folder of [path, join(path, '.git')])
    if ((await isFile(join(folder, 'HEAD'))) && (await stat(join(folder, 'objects')).catch(() => undefined)))
      return folder
  return undefined
}

const isFile = async (path: string) => (await stat(path).catch(() => undefined))?.isFile() ?? false

const commitPattern = /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/

/** Reads the commit of HEAD without git, which would read the repository's settings. */
async function commitIn(folder: string): Promise<string> {
  const head = ((await readOwn(folder, 'HEAD')) ?? '').trim()
  if (commitPattern.test(head)) return head
  const ref = /^ref: (refs\/[\w./+@-]{1,200})$/.exec(head)?.[1]
  if (ref === undefined || ref.includes('..'))
    throw new ReadingRefused('unreadable', 'Its HEAD names no branch.')
  const loose = ((await readOwn(folder, ref)) ?? '').trim()
  if (commitPattern.test(loose)) return loose
  const packed = (await readOwn(folder, 'packed-refs')) ?? ''
  const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`))
  const commit = line?.split(' ')[0] ?? ''
  if (commitPattern.test(commit)) return commit
  throw new ReadingRefused('unreadable', 'It has no commit.')
}
