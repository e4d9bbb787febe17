import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { open, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { openArchive } from '@nodeyard/analysis/archive/reader'
import { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import { sourceOfFile } from '@nodeyard/analysis/archive/source'
import { filesOfArchive } from '@nodeyard/analysis/pack-files'
import type { ReadingLimits } from '../limits.ts'
import type { PackBuilder } from '../pack-builder.ts'
import { ReadingRefused } from '../refusal.ts'
import type { Git } from './git.ts'
import { addCommit } from './objects.ts'
import type { Fetched, Head, Known, Place, RepositorySource } from './source.ts'
import { addTarball } from './tarball.ts'

/**
 * A folder of repositories or archives, named `owner/name` or `owner+name`: a bare repository or a clone, with or without
 * `.git` at its end, or an archive of a commit as code hosts make them (`.tar.gz`, `.tgz` or `.zip`).
 */
export class FolderSource implements RepositorySource {
  readonly limits: ReadingLimits
  readonly #folder: string
  readonly #git: Git

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
    const found = await this.#get(place)
    const commit = found.kind === 'git' ? await commitIn(found.path) : await commitOf(found)
    return commit === known.commit ? undefined : { commit, etag: '' }
  }

  async fetch(
    place: Place,
    { commit, isNamed }: Head,
    pack: PackBuilder,
    signal: AbortSignal,
  ): Promise<Fetched> {
    const found = await this.#get(place)
    if (found.kind === 'git')
      return addCommit(
        this.#git,
        { objects: join(found.path, 'objects'), commit, seconds: this.limits.objectsSeconds },
        pack,
        signal,
      )
    if (found.kind === 'zip') {
      if (isNamed && (await zipComment(found.path)) !== commit) throw otherCommit(commit)
      await addZip(found.path, pack)
    } else {
      const { commit: packed } = await addTarball(createReadStream(found.path), pack)
      if (isNamed && packed !== commit) throw otherCommit(commit)
    }
    return { commit }
  }

  async #get(place: Place): Promise<Found> {
    const found = await this.#find(place)
    if (!found) throw new ReadingRefused('gone', 'The folder of repositories does not contain it any more.')
    return found
  }

  async #find({ key }: Place): Promise<Found | undefined> {
    const [, ...parts] = key.split('/')
    // Keys have no parts that lead elsewhere.
    for (const name of [parts.join('/'), parts.join('+')]) {
      for (const ending of ['.git', '']) {
        const path = await gitFolder(join(this.#folder, name + ending))
        if (path) return { kind: 'git', path }
      }
      for (const [ending, kind] of endings) {
        const path = join(this.#folder, name + ending)
        if (await isFile(path)) return { kind, path }
      }
    }
    return undefined
  }
}

const otherCommit = (commit: string) =>
  new ReadingRefused('gone', `The folder of repositories has no archive of commit ${commit}.`)

interface Found {
  kind: 'git' | 'zip' | 'tar'
  path: string
}

const endings = [
  ['.tar.gz', 'tar'],
  ['.tgz', 'tar'],
  ['.zip', 'zip'],
] as const

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
  const head = (await readFile(join(folder, 'HEAD'), 'utf8')).trim()
  if (commitPattern.test(head)) return head
  const ref = /^ref: (refs\/[\w./+@-]{1,200})$/.exec(head)?.[1]
  if (ref === undefined || ref.includes('..'))
    throw new ReadingRefused('unreadable', 'Its HEAD names no branch.')
  const loose = (await readFile(join(folder, ref), 'utf8').catch(() => '')).trim()
  if (commitPattern.test(loose)) return loose
  const packed = await readFile(join(folder, 'packed-refs'), 'utf8').catch(() => '')
  const line = packed.split('\n').find((one) => one.endsWith(` ${ref}`))
  const commit = line?.split(' ')[0] ?? ''
  if (commitPattern.test(commit)) return commit
  throw new ReadingRefused('unreadable', 'It has no commit.')
}

/** Code hosts write the commit into their archives; other ones are identified by their bytes. */
async function commitOf({ kind, path }: Found): Promise<string> {
  if (kind === 'zip') {
    const comment = await zipComment(path)
    if (commitPattern.test(comment)) return comment
  }
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path)) hash.update(chunk as Buffer)
  return hash.digest('hex')
}

async function zipComment(path: string): Promise<string> {
  const { size } = await stat(path)
  const length = Math.min(size, 22 + 64)
  const file = await open(path)
  try {
    const { buffer } = await file.read(Buffer.alloc(length), 0, length, size - length)
    return buffer.toString('latin1').split('PK\u0005\u0006').at(-1)?.slice(18) ?? ''
  } finally {
    await file.close()
  }
}

async function addZip(path: string, pack: PackBuilder): Promise<void> {
  const file = await open(path)
  try {
    const archive = await openArchive(await sourceOfFile(file))
    const source = filesOfArchive(archive)
    const wrapper = wrapperOf(source.files.map((one) => one.path))
    for (const one of source.files) {
      const inside = one.path.slice(wrapper.length)
      if (pack.judge(inside, one.size) === 'keep')
        await pack.add(inside, Buffer.from(await source.read(one.path)))
    }
  } catch (error) {
    if (error instanceof ArchiveRefusal) throw new ReadingRefused('unreadable', error.message)
    throw error
  } finally {
    await file.close()
  }
}

/** Archives of code hosts have one folder around everything. */
function wrapperOf(paths: readonly string[]): string {
  const [first = ''] = paths
  const folder = first.slice(0, first.indexOf('/') + 1)
  return folder !== '' && paths.every((path) => path.startsWith(folder)) ? folder : ''
}
