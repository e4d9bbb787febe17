import { defined } from '@nodeyard/contract/ground'
import { ProgramFailed } from '@nodeyard/outside/program'
import { withFolder } from '../../../ground/jobs/work-folder.ts'
import type { PackBuilder } from '../pack-builder.ts'
import { ReadingRefused } from '../refusal.ts'
import { ByteReader, maxRecordBytes } from './byte-reader.ts'
import type { Git, GitOptions } from './git.ts'
import type { Fetched } from './source.ts'
import { listCommitsOfVersions, listMainCommits } from './versions.ts'

interface Blob {
  path: string
  id: string
  size: number
}

interface CommitIn {
  objects: string
  commit: string
  seconds: number
  /** Set if the store has the commits before it; the folder of the pack. */
  history?: { folder: string }
}

/**
 * Adds the files of a commit in an object store to a pack. A strange repository's own settings could run programs, so
 * git sees only its objects, from an empty repository.
 */
export async function addCommit(
  git: Git,
  { objects, commit, seconds, history }: CommitIn,
  pack: PackBuilder,
  signal: AbortSignal,
): Promise<Fetched> {
  const late = AbortSignal.timeout(seconds * 1000)
  return withFolder(async (folder) => {
    const options = {
      signal: AbortSignal.any([signal, late]),
      further: { GIT_DIR: folder, GIT_OBJECT_DIRECTORY: objects },
    }
    try {
      await git.text(['init', '--quiet', '--bare', '--template=', folder], { signal: options.signal })
      const committedAt = dateOf(await git.text(['cat-file', 'commit', commit], options))
      const listed = await listBlobs(git, commit, pack, options)
      const blobs = await withSizes(git, listed, options)
      const kept = blobs.filter(({ path, size }) => pack.judge(path, size) === 'keep')
      await addBlobs(git, kept, pack, options)
      const versions = history && (await listCommitsOfVersions(git, { commit, ...history }, options))
      const mainCommits = history && (await listMainCommits(git, commit, options))
      return { commit, ...defined({ committedAt, versions, mainCommits }) }
    } catch (error) {
      if (late.aborted && !signal.aborted)
        throw new ReadingRefused('too_large', `Reading its objects takes more than ${seconds} seconds.`)
      if (!(error instanceof ProgramFailed)) throw error
      throw new ReadingRefused(
        'unreadable',
        `The objects of commit ${commit} cannot be read: ${error.message}`,
      )
    }
  })
}

type Options = Pick<GitOptions, 'signal' | 'further'>

function dateOf(commit: string): Date | undefined {
  const committer = commit.split('\n').find((line) => line.startsWith('committer ')) ?? ''
  const seconds = /> (\d{1,12}) [+-]\d{4}$/.exec(committer)?.[1]
  const date = seconds === undefined ? undefined : new Date(Number(seconds) * 1000)
  return date && !Number.isNaN(date.getTime()) ? date : undefined
}

async function listBlobs(
  git: Git,
  commit: string,
  pack: PackBuilder,
  options: Options,
): Promise<Omit<Blob, 'size'>[]> {
  const blobs: Omit<Blob, 'size'>[] = []
  // Folders are listed as well, so that they count: trees that contain one another can have more of them than can be walked.
  for await (const line of records(git.run(['ls-tree', '-r', '-t', '-z', '--full-tree', commit], options))) {
    const [, mode = '', id = '', path = ''] = /^(\d{6}) \w+ ([0-9a-f]+)\t([\s\S]*)$/.exec(line) ?? []
    if (mode.startsWith('100')) blobs.push({ id, path })
    else {
      pack.see()
      // Links. Other repositories inside this one are named by `.gitmodules`.
      if (mode !== '160000' && mode !== '040000') pack.omit(0, path)
    }
    // Counted again with their sizes; here, so that a million files end early.
    if (blobs.length > maxListed)
      throw new ReadingRefused('too_large', `It has more than ${maxListed} files.`)
  }
  return blobs
}

const maxListed = 50_000

/** Objects that a partial copy leaves out are missing: they are the largest. */
async function withSizes(git: Git, blobs: readonly Omit<Blob, 'size'>[], options: Options): Promise<Blob[]> {
  const sized: Blob[] = []
  let at = 0
  const input = blobs.map(({ id }) => `${id}\n`)
  const output = git.run(['cat-file', '--batch-check=%(objectsize)'], { ...options, input })
  for await (const line of records(output, '\n')) {
    const blob = blobs[at++]
    if (blob) sized.push({ ...blob, size: /^\d+$/.test(line) ? Number(line) : missing })
  }
  return sized
}

/** Larger than every limit of a file, without counting towards the limit of all. */
const missing = 8 * 1024 * 1024 + 1

async function addBlobs(
  git: Git,
  blobs: readonly Blob[],
  pack: PackBuilder,
  options: Options,
): Promise<void> {
  const input = blobs.map(({ id }) => `${id}\n`)
  const reader = new ByteReader(git.run(['cat-file', '--batch'], { ...options, input }))
  try {
    for (const { path, size } of blobs) {
      const head = await reader.line()
      const announced = /^[0-9a-f]+ blob (\d+)$/.exec(head)?.[1]
      if (Number(announced) !== size) throw new ProgramFailed('git cat-file', `${path} has another size now.`)
      await pack.add(path, await reader.take(size))
      await reader.take(1)
    }
  } finally {
    await reader.close()
  }
}

/** Splits output into records that end in a character. */
async function* records(chunks: AsyncIterable<Buffer>, end = '\0'): AsyncGenerator<string> {
  let pending = ''
  const decoder = new TextDecoder()
  for await (const chunk of chunks) {
    const parts = (pending + decoder.decode(chunk, { stream: true })).split(end)
    pending = parts.pop() ?? ''
    if (pending.length > maxRecordBytes) throw new ProgramFailed('git', 'A record is too long.')
    yield* parts
  }
  if (pending !== '') yield pending
}
