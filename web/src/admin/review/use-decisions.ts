import { moderateVersion } from '@nodeyard/contract/admin'
import { type ReviewItem, undoDecision } from '@nodeyard/contract/moderation'
import type { NodeVersionStatus } from '@nodeyard/contract/shapes'
import { useCallback, useState } from 'react'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { keyOf } from './queries.ts'
import { settleAll } from './settle-all.ts'
import { toWire, type Verdicts } from './verdicts.ts'

export type Act = 'approve' | 'reject' | 'undo'

/** What is being done, or was done, to a version on this page. */
export interface Mark {
  act: Act
  state: 'running' | 'done' | 'failed'
  /** What it is from then on; while it runs, what it is meant to become. */
  status?: NodeVersionStatus | undefined
  error?: unknown
}

/** What was decided together, and what became of each. */
export interface Batch {
  id: string
  act: Act
  items: readonly ReviewItem[]
  reason: string
}

const atOnce = 5
const becomes = { approve: 'NodeVersionStatusActive', reject: 'NodeVersionStatusBanned' } as const

/**
 * Decisions about versions of the queue. They are shown at once as what they are: on their way. One that fails says
 * why, and stays to be decided.
 */
export function useDecisions(verdictsOf: (version: string) => Verdicts) {
  const { call } = useAdminToken()
  const [marks, setMarks] = useState<ReadonlyMap<string, Mark>>(new Map())
  const [batches, setBatches] = useState<readonly Batch[]>([])

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
      const became = new Map<string, NodeVersionStatus>()
      for (const item of items)
        mark(item, { act, state: 'running', status: act === 'undo' ? undefined : becomes[act] })
      await settleAll(
        items,
        atOnce,
        async (item) => became.set(keyOf(item), await send(item)),
        (item, error) => {
          if (error === undefined) return mark(item, { act, state: 'done', status: became.get(keyOf(item)) })
          failed.push(item)
          mark(item, { act, state: 'failed', error })
        },
      )
      return failed
    },
    [mark],
  )

  /** All of them under one batch id. `statusOf`: what each is on the screen; one that is another by now is refused. */
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
            status: becomes[act],
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
      const kept = new Set(failed.map(keyOf))
      setBatches((before) =>
        before
          .map((batch) => ({
            ...batch,
            items: batch.items.filter((item) => !keys.has(keyOf(item)) || kept.has(keyOf(item))),
          }))
          .filter(({ items }) => items.length > 0),
      )
      return failed
    },
    [call, run],
  )

  return { marks, batches, decide, undo }
}
