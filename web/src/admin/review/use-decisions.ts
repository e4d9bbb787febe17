import type { NodeVersionStatus } from '@nodeyard/contract/ground'
import { moderateVersion, type ReviewItem, undoDecision } from '@nodeyard/contract/safety'
import { useCallback, useState } from 'react'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { keyOf } from './queries.ts'
import { settleAll } from './settle-all.ts'
import { toWire, type Verdicts } from './verdicts.ts'

export type Act = 'approve' | 'reject' | 'undo'

/** A running or finished decision about a version on this page. */
export interface Mark {
  act: Act
  state: 'running' | 'done' | 'failed'
  /** The resulting status, or the expected one while the decision runs. */
  status?: NodeVersionStatus | undefined
  error?: unknown
}

/** Versions that were decided together. */
export interface Batch {
  id: string
  act: Act
  items: readonly ReviewItem[]
  reason: string
}

const concurrency = 5
const decidedStatus = { approve: 'NodeVersionStatusActive', reject: 'NodeVersionStatusBanned' } as const

/**
 * Runs decisions about versions of the queue and tracks their state, starting before the response. A failed
 * decision keeps its error and leaves the version open.
 */
export function useDecisions(verdictsOf: (version: string) => Verdicts) {
  const { call } = useAdminToken()
  const { marks, run } = useMarks()
  const [batches, setBatches] = useState<readonly Batch[]>([])

  /**
   * Decides about all items under one batch id. `statusOf` returns the status on screen; the server refuses
   * an item whose status has changed since.
   */
  const decide = useCallback(
    async (
      act: 'approve' | 'reject',
      items: readonly ReviewItem[],
      reason: string,
      statusOf: (item: ReviewItem) => NodeVersionStatus,
    ) => {
      const id = crypto.randomUUID()
      setBatches((before) => [...before, { id, act, items, reason }])
      return run(act, items, async (item) => {
        const verdicts = toWire(verdictsOf(keyOf(item)))
        const { status } = await call(moderateVersion, {
          params: { nodeId: item.node_id, version: item.version },
          body: {
            status: decidedStatus[act],
            status_reason: reason,
            expected_status: statusOf(item),
            batch_id: id,
            ...(verdicts.length > 0 ? { verdicts } : {}),
          },
        })
        return status
      })
    },
    [call, run, verdictsOf],
  )

  const undo = useCallback(
    async (items: readonly ReviewItem[]) => {
      const keys = new Set(items.map(keyOf))
      const failed = await run('undo', items, async ({ node_id, version }) => {
        const { status } = await call(undoDecision, { params: { nodeId: node_id, version } })
        return status
      })
      const failedKeys = new Set(failed.map(keyOf))
      setBatches((before) =>
        before
          .map((batch) => ({
            ...batch,
            items: batch.items.filter((item) => !keys.has(keyOf(item)) || failedKeys.has(keyOf(item))),
          }))
          .filter(({ items }) => items.length > 0),
      )
      return failed
    },
    [call, run],
  )

  return { marks, batches, decide, undo }
}

/** Runs an action for several items and tracks the state of each. */
function useMarks() {
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map())
  const mark = useCallback(
    (item: ReviewItem, next: Mark) => setMarks((before) => new Map(before).set(keyOf(item), next)),
    [],
  )

  const run = useCallback(
    async (
      act: Act,
      items: readonly ReviewItem[],
      send: (item: ReviewItem) => Promise<NodeVersionStatus>,
    ): Promise<ReviewItem[]> => {
      const failed: ReviewItem[] = []
      const statusAfter = new Map<string, NodeVersionStatus>()
      for (const item of items)
        mark(item, { act, state: 'running', status: act === 'undo' ? undefined : decidedStatus[act] })
      await settleAll(
        items,
        concurrency,
        async (item) => statusAfter.set(keyOf(item), await send(item)),
        (item, error) => {
          if (error === undefined)
            return mark(item, { act, state: 'done', status: statusAfter.get(keyOf(item)) })
          failed.push(item)
          mark(item, { act, state: 'failed', error })
        },
      )
      return failed
    },
    [mark],
  )
  return { marks, run }
}
