import { manifestPath, readManifest } from '@nodeyard/analysis/manifest'
import { ProgramFailed } from '@nodeyard/outside/program'
import { normalizeVersion } from '../../nodes/versions/number.ts'
import { ByteReader } from './byte-reader.ts'
import type { Git, GitOptions } from './git.ts'
import type { CommitOfVersion } from './source.ts'

/** The most changes of the project file that are read. */
const maxChanges = 200
/** More than packs have. */
const maxCommits = 20_000
/** Honest project files of packs have a few kilobytes. */
const maxManifestBytes = 16 * 1024
const maxSeconds = 20

/**
 * Lists the version numbers that the project file had, newest first, each with the commit that set it. Only states of the main branch
 * count: a merged branch can have commits that its owner would not publish. Empty without a history.
 */
export async function listCommitsOfVersions(
  git: Git,
  { commit, folder }: { commit: string; folder: string },
  given: Options,
): Promise<CommitOfVersion[]> {
  const path = folder === '' ? manifestPath : `${folder}/${manifestPath}`
  const flags = ['--first-parent', '--no-renames', '--raw', '--no-abbrev', `--max-count=${maxChanges}`]
  const found = await ofHistory(given, async (options) => {
    const log = await git.text(
      ['log', ...flags, '--format=commit %H %ct', commit, '--', `:(top,icase,literal)${path}`],
      options,
    )
    return setters(await withNumbers(git, changesIn(log), options))
  })
  return found ?? []
}

/** Lists the commits of the main branch, newest first, each as 20 bytes of its id and 4 of its time. */
export async function listMainCommits(git: Git, commit: string, given: Options): Promise<Buffer> {
  const flags = ['--first-parent', `--max-count=${maxCommits}`, '--format=%H %ct']
  const log = await ofHistory(given, (options) => git.text(['log', ...flags, commit], options))
  const entries = [...(log ?? '').matchAll(/^([0-9a-f]{40}) (\d{1,9}|[123]\d{9})$/gm)]
  return Buffer.concat(
    entries.map(([, id = '', seconds]) => {
      const time = Buffer.alloc(4)
      time.writeUInt32BE(Number(seconds))
      return Buffer.concat([Buffer.from(id, 'hex'), time])
    }),
  )
}

type Options = Pick<GitOptions, 'signal' | 'further'>

/** A copy without the whole history ends at a commit that is missing. A reading without these lists is better than none. */
async function ofHistory<Found>(
  given: Options,
  read: (options: Options) => Promise<Found>,
): Promise<Found | undefined> {
  const late = AbortSignal.timeout(maxSeconds * 1000)
  try {
    return await read({ ...given, signal: AbortSignal.any([...(given.signal ? [given.signal] : []), late]) })
  } catch (error) {
    if (error instanceof ProgramFailed || (late.aborted && !given.signal?.aborted)) return undefined
    throw error
  }
}

interface Change {
  commit: string
  at: string
  /** The id of the project file. */
  blob: string
}

function changesIn(log: string): Change[] {
  return log.split(/^commit /m).flatMap((entry) => {
    const [head = '', , file = ''] = entry.split('\n')
    // Authors choose dates, also those that no database can hold.
    const [, commit, seconds] = /^([0-9a-f]{40,64}) (\d{1,9}|[123]\d{9})$/.exec(head) ?? []
    const [, , , blob = ''] = file.split(' ')
    if (commit === undefined || blob === '') return []
    return [{ commit, at: new Date(Number(seconds) * 1000).toISOString(), blob }]
  })
}

type Numbered = Change & { version: string | undefined }

async function withNumbers(git: Git, changes: readonly Change[], options: Options): Promise<Numbered[]> {
  const input = changes.map(({ blob }) => `${blob}\n`)
  const reader = new ByteReader(git.run(['cat-file', '--batch'], { ...options, input }))
  const found: Numbered[] = []
  try {
    for (const change of changes) {
      const bytes = / blob (\d+)$/.exec(await reader.line())?.[1]
      if (Number(bytes) > maxManifestBytes) break
      const content = bytes === undefined ? undefined : await reader.take(Number(bytes))
      if (content) await reader.take(1)
      const version = content && readManifest(content).manifest?.version
      found.push({ ...change, version: version ? normalizeVersion(version) : undefined })
    }
  } finally {
    await reader.close()
  }
  return found
}

/** Of changes with the same number in a row, newest first, the last one set it. */
function setters(changes: readonly Numbered[]): CommitOfVersion[] {
  const found = new Map<string, CommitOfVersion>()
  changes.forEach(({ version, commit, at }, place) => {
    if (version !== undefined && changes[place + 1]?.version !== version && !found.has(version))
      found.set(version, { version, commit, at })
  })
  return [...found.values()]
}
