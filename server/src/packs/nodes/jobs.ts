import Type from 'typebox'
import { transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import { inTransaction } from '../../ground/db/transactions.ts'
import { RegistryError } from '../../ground/errors.ts'
import { defineJob } from '../../ground/jobs/job.ts'
import type { Deps } from './deps.ts'
import { followRepository } from './follow-repository.ts'
import { sumUpCounts, sumUpPublisherCounts } from './listing/sql.ts'
import { changeNode, findIdentifications, findNodeById, listNodesByStarAge, type NodeRow } from './sql.ts'

/**
 * Runs when a node names another repository, so that a later rename is recognized before another account
 * takes the old name.
 */
export const identifyRepository = defineJob({
  name: 'identify-repository',
  payload: Type.Object({ nodeId: Type.String() }),
  attempts: 5,
  retrySeconds: 60,
  timeoutSeconds: 60,
  async run(deps: Deps, { nodeId }) {
    const node = await findNodeById(deps.db, nodeId)
    if (node) await followRepository(deps, node)
  },
})

/**
 * Publishers take turns: each waiting repository of a publisher puts its next one a turn back. A node waits once, and its
 * address is read when its turn comes.
 */
export async function sendIdentification(
  tx: Tx,
  { jobs }: Pick<Deps, 'jobs'>,
  node: Pick<NodeRow, 'id' | 'publisher_id'>,
): Promise<void> {
  const { isWaiting, others } = await findIdentifications(tx, identifyRepository.name, node)
  if (!isWaiting) await jobs.send(tx, identifyRepository, { nodeId: node.id }, { priority: 0 - others })
}

/** Each status change of a node adds a row until this job sums them up. */
export const sumUpNodeCounts = defineJob({
  name: 'sum-up-node-counts',
  payload: Type.Object({}),
  schedule: '*/5 * * * *',
  async run({ db }: Deps) {
    await inTransaction(db, (tx) => sumUpCounts(tx))
    await inTransaction(db, (tx) => sumUpPublisherCounts(tx))
  },
})

const usualBatch = 100

/** Refreshes stars, names and ids of repositories, the longest unread first. Source: API contract 19. */
export const refreshStars = defineJob({
  name: 'refresh-stars',
  payload: Type.Object({ maxBatch: Type.Optional(Type.Integer()) }),
  schedule: '23 * * * *',
  attempts: 1,
  timeoutSeconds: 3600,
  isExclusive: true,
  async run(deps: Deps, { maxBatch = usualBatch }, signal) {
    const nodes = await listNodesByStarAge(deps.db, `https://${deps.codeHost.host}/`, maxBatch)
    for (const node of nodes) {
      if (signal?.aborted) return
      try {
        // Counts first: a repository that always fails must not be the first one again.
        await transact(deps, (tx) => changeNode(tx, node.id, { github_stars_at: deps.now() }))
        await followRepository(deps, node)
      } catch (error) {
        if (!(error instanceof RegistryError)) throw error
        // On a rate limit or an outage, the rest waits for the next hour.
        deps.log.warn({ code: error.code }, 'stopped reading from the code host')
        return
      }
    }
  },
})
