import { manifestPath, readManifest } from '@nodeyard/analysis/manifest'
import { ProgramFailed } from '@nodeyard/outside/program'
import { normalizeVersion } from '../../nodes/versions/number.ts'
import { ByteReader } from './byte-reader.ts'
import type { Git, GitOptions } from './git.ts'
import type { CommitOfVersion } from './source.ts'

/** The most changes of the project file that are read. */
const maxChanges = 200
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
  given: Pick<GitOptions, 'signal' | 'further'>,
): Promise<CommitOfVersion[]> {
  const late = AbortSignal.timeout(maxSeconds * 1000)
  const options = { ...given, signal: AbortSignal.any([...(given.signal ? [given.signal] : []), late]) }
  const path = folder === '' ? manifestPath : `${folder}/${manifestPath}`
  const flags = ['--first-parent', '--no-renames', '--raw', '--no-abbrev', `--max-count=${maxChanges}`]
  try {
    const log = await git.text(
      ['log', ...flags, '--format=commit %H %ct', commit, '--', `:(top,icase,literal)${path}`],
      options,
    )
    return setters(await withNumbers(git, changesIn(log), options))
  } catch (error) {
    // A copy without the whole history ends at a commit that is missing. A reading without this list is better than none.
    if (error instanceof ProgramFailed || (late.aborted && !given.signal?.aborted)) return []
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
    const [commit = '', seconds] = head.split(' ')
    const [, , , blob = ''] = file.split(' ')
    return blob === '' ? [] : [{ commit, at: new Date(Number(seconds) * 1000).toISOString(), blob }]
  })
}

type Numbered = Change & { version: string | undefined }

async function withNumbers(
  git: Git,
  changes: readonly Change[],
  options: Pick<GitOptions, 'signal' | 'further'>,
): Promise<Numbered[]> {
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
