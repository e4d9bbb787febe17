import { join } from 'node:path'
import { ArchiveRefusal } from '@nodeyard/analysis/archive'
import { limits } from '@nodeyard/contract/limits'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { withFolder } from '../../ground/jobs/work-folder.ts'
import { lockNode } from '../nodes/sql.ts'
import { changeCommitMatch, type DueMatch } from '../nodes/versions/origin/sql.ts'
import { AnalysisExhausted } from '../publishing/analyst.ts'
import { withArchive } from '../publishing/local-copy.ts'
import { PackBuilder } from '../readings/pack-builder.ts'
import { HostBusy, ReadingRefused } from '../readings/refusal.ts'
import type { Place, RepositorySource } from '../readings/sources/source.ts'
import { pauseHost, resumeHost } from '../readings/turns/sql.ts'
import { type CommitFiles, type Comparison, compareFiles } from './compare.ts'
import type { Deps } from './deps.ts'

const hourMs = 3_600_000
/** Over a week, because a commit can be pushed after the version is published. */
const maxAttempts = 5
const ownFailure = 'The registry could not compare them.'

/** Compares a version with its commit and stores the outcome. Does not throw for problems of the repository or its host. */
export async function matchVersion(deps: Deps, due: DueMatch, signal: AbortSignal): Promise<void> {
  await begin(deps, due)
  try {
    const comparison = await compareWithCommit(deps, due, signal)
    await store(deps, due, comparison)
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof HostBusy) return postpone(deps, due, error)
    if (isOfRepository(error)) return fail(deps, due, error.message)
    deps.log.error({ err: error, version: due.version_id }, 'comparing a version with its commit failed')
    await fail(deps, due, ownFailure)
  }
}

const isOfRepository = (error: unknown): error is Error =>
  error instanceof ReadingRefused || error instanceof ArchiveRefusal || error instanceof AnalysisExhausted

const hostIn = ({ repository_key: key }: DueMatch) => key.split('/')[0] ?? ''

async function compareWithCommit(deps: Deps, due: DueMatch, signal: AbortSignal): Promise<Comparison> {
  const commit = await hashCommit(deps, due, signal)
  const archive = await withArchive(deps.blobs, due.archive_digest, (path) =>
    deps.repositoryAnalyst.hash(path),
  )
  return compareFiles(archive, commit)
}

/** Fetches exactly this commit in the way that readings use. */
async function hashCommit(deps: Deps, due: DueMatch, signal: AbortSignal): Promise<CommitFiles> {
  const place = placeOf(due)
  const source = await sourceOf(deps, place)
  return withFolder(async (folder) => {
    const path = join(folder, 'commit.zip')
    // An author who keeps a repository from being read has still published this version of it.
    const builder = new PackBuilder(path, place.folder, source.limits, { heedsOptOut: false })
    const turn = () => deps.hostTurns.wait(source.hostOf(place), signal)
    await turn()
    const head = { commit: due.commit_id, etag: '', isNamed: true } as const
    await source.fetch(place, head, builder, signal, turn)
    const { files, omittedFiles, omittedPaths } = await builder.finish()
    if (files === 0) throw new ReadingRefused('not_a_pack', 'The commit has no files that can be compared.')
    const hashes = await deps.repositoryAnalyst.hash(path)
    return { ...hashes, omitted: omittedPaths, hasMoreOmitted: omittedFiles > omittedPaths.length }
  })
}

const placeOf = ({
  repository_url: url,
  repository_key: key,
  repository_folder: folder,
}: DueMatch): Place => ({
  url,
  key,
  folder,
})

async function sourceOf({ repositorySources }: Deps, place: Place): Promise<RepositorySource> {
  for (const source of repositorySources) if (await source.has(place)) return source
  throw new ReadingRefused('gone', 'None of the configured sources has it.')
}

function store(deps: Deps, due: DueMatch, { same, counts, files }: Comparison): Promise<void> {
  return transact(deps, async (tx) => {
    await lockNode(tx, due.node_id)
    await changeCommitMatch(tx, due, {
      state: 'compared',
      failure: '',
      due_at: null,
      same,
      ...counts,
      files: JSON.stringify(files.slice(0, limits.matchedFiles)),
    })
    await resumeHost(tx, hostIn(due))
    markChanged(tx, `node:${due.node_id}`)
  })
}

/** Counts the attempt first, so that a version whose comparison ends this process is not the next one again. */
function begin(deps: Deps, due: DueMatch): Promise<void> {
  const attempts = due.attempts + 1
  const isLast = attempts >= maxAttempts
  const next = new Date(deps.now().getTime() + hourMs * 4 ** due.attempts)
  return transact(deps, (tx) =>
    changeCommitMatch(tx, due, {
      attempts,
      tried_at: deps.now(),
      due_at: isLast ? null : next,
      ...(isLast ? { state: 'failed', failure: ownFailure } : {}),
    }),
  )
}

/** Waits like the readings of this host, without counting as an attempt. */
function postpone(deps: Deps, due: DueMatch, busy: HostBusy): Promise<void> {
  deps.log.warn({ host: hostIn(due), reason: busy.message }, 'a host of repositories asks for a pause')
  return transact(deps, async (tx) => {
    const pause = { now: deps.now(), seconds: busy.retryAfterSeconds }
    const { attempts, state, failure } = due
    const due_at = await pauseHost(tx, hostIn(due), pause)
    await changeCommitMatch(tx, due, { attempts, state, failure, due_at })
  })
}

function fail(deps: Deps, due: DueMatch, reason: string): Promise<void> {
  return transact(deps, async (tx) => {
    await lockNode(tx, due.node_id)
    await changeCommitMatch(tx, due, { state: 'failed', failure: reason.slice(0, 500) })
    markChanged(tx, `node:${due.node_id}`)
  })
}
