import { markChanged, transact } from '../../ground/db/changes.ts'
import type { ReadingFailure } from '../../ground/db/schema.ts'
import { RegistryError } from '../../ground/errors.ts'
import { followRepository } from '../nodes/follow-repository.ts'
import { findNodeById, lockNode } from '../nodes/sql.ts'
import type { Deps } from './deps.ts'
import { readRepository } from './read.ts'
import { HostBusy, ReadingRefused } from './refusal.ts'
import { storeReading } from './store.ts'
import { deleteReadingsOf, hideTexts } from './stored/sql.ts'
import { countTurn, type DueNode, endTurn, findTurn, pauseHost, resumeHost } from './turns/sql.ts'

const hourMs = 3600_000
const dayMs = 24 * hourMs
/** No pack is read more often. */
export const minIntervalMs = dayMs
const usualIntervalMs = 7 * dayMs
/** A folder costs no host anything. */
const localFailureMs = 6 * hourMs
/** Failures of this machine, such as a full disk. */
const ownFailureMs = hourMs

export type TurnOutcome = 'read' | 'unchanged' | 'failed' | 'postponed'

/**
 * Reads the repository of a node if it has changed, and stores the outcome with the time of the next turn. Does not throw
 * for problems of the repository or its host.
 * @param isWanted whether the node is among the most wanted ones, which are read daily
 */
export async function takeTurn(
  deps: Deps,
  due: DueNode,
  { isWanted }: { isWanted: boolean },
  signal: AbortSignal,
): Promise<TurnOutcome> {
  const after = (ms: number) => new Date(deps.now().getTime() + ms)
  const host = due.repositoryKey.split('/')[0] ?? ''
  await begin(deps, due)
  try {
    const interval = isWanted ? minIntervalMs : usualIntervalMs
    const read = await readRepository(deps, due, signal)
    if (read) await storeReading(deps, due, read, after(interval))
    else await endUnchanged(deps, due, after(interval))
    await transact(deps, (tx) => resumeHost(tx, host))
    return read ? 'read' : 'unchanged'
  } catch (error) {
    if (signal.aborted) throw error
    if (error instanceof HostBusy) {
      deps.log.warn({ host, reason: error.message }, 'a host of repositories asks for a pause')
      await transact(deps, async (tx) => {
        await pauseHost(tx, host, { now: deps.now(), seconds: error.retryAfterSeconds })
        await countTurn(tx, due.id, { failures: due.failures, dueAt: deps.now() })
      })
      return 'postponed'
    }
    if (error instanceof ReadingRefused) {
      await fail(deps, due, error)
      return 'failed'
    }
    deps.log.error({ err: error, node: due.id }, 'reading a repository failed')
    await transact(deps, (tx) =>
      endTurn(tx, due.id, {
        failure: null,
        failures: due.failures,
        dueAt: after(ownFailureMs),
        now: deps.now(),
      }),
    )
    return 'failed'
  }
}

/** Counts the turn first, as a failure, so that a repository whose reading ends this process is not the next one again. */
function begin(deps: Deps, { id, failures }: DueNode): Promise<void> {
  const dueAt = new Date(deps.now().getTime() + Math.min(ownFailureMs * 4 ** failures, usualIntervalMs))
  return transact(deps, (tx) => countTurn(tx, id, { failures: failures + 1, dueAt }))
}

function endUnchanged(deps: Deps, due: DueNode, dueAt: Date): Promise<void> {
  return transact(deps, (tx) =>
    endTurn(tx, due.id, { failure: null, failures: 0, dueAt, now: deps.now(), goneSince: null }),
  )
}

/** A single response that a repository is gone or private can be wrong. */
const failuresUntilGone = 2

async function fail(deps: Deps, due: DueNode, refusal: ReadingRefused): Promise<void> {
  const failures = due.failures + 1
  const { failure, message } = refusal
  const now = deps.now()
  // A moved repository is found again by its id at the code host.
  const wasFollowed = failure === 'gone' || failure === 'moved' ? await follow(deps, due) : false
  const interval = wasFollowed || failure === 'opted_out' ? minIntervalMs : failureInterval(deps, failure)
  await transact(deps, async (tx) => {
    const node = await lockNode(tx, due.id)
    if (!node) return
    const dueAt = wasFollowed ? now : new Date(now.getTime() + interval)
    const isGone = (failure === 'gone' || failure === 'private') && failures >= failuresUntilGone
    const isNews = isGone && !(await findTurn(tx, node.id))?.gone_since
    const gone = isNews ? { goneSince: now, commit: null } : {}
    await endTurn(tx, due.id, { failure, detail: message, failures, dueAt, now, ...gone })
    if (node.reading_id === null) return
    if (failure === 'opted_out') await deleteReadingsOf(tx, node.id)
    else if (isNews) await hideTexts(tx, node.id)
    else return
    markChanged(tx, 'nodes', `node:${node.id}`)
  })
}

/** A repository that is missing in a folder, or damaged there, is often still being copied. */
function failureInterval({ repositorySources: sources }: Deps, failure: ReadingFailure): number {
  const isLocal = sources.every((source) => source.listNew !== undefined)
  return isLocal && (failure === 'gone' || failure === 'unreadable') ? localFailureMs : usualIntervalMs
}

/** Returns whether the node has another address now. */
async function follow(deps: Deps, { id, repositoryUrl }: DueNode): Promise<boolean> {
  const node = await findNodeById(deps.db, id)
  if (!node) return false
  try {
    await followRepository(deps, node)
  } catch (error) {
    if (!(error instanceof RegistryError)) throw error
    return false
  }
  const now = await findNodeById(deps.db, id)
  return now !== undefined && now.repository_url !== repositoryUrl
}
