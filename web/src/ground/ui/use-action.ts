import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useSite } from '../site/site.ts'
import { showToast } from './toast.ts'

export interface Action {
  /** Resolves to true on success, and then shows `success` as a toast. */
  run(action: () => Promise<unknown>, success?: string): Promise<boolean>
  isRunning: boolean
  /** Error of the last action. */
  problem: unknown
  reset(): void
}

/**
 * Runs one mutation at a time and exposes its error. Finishes only after the invalidated queries are
 * refetched, so that neither controls nor forms show outdated data.
 */
export function useAction(): Action {
  const { queries } = useSite()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const run = useCallback<Action['run']>(
    async (action, success) => {
      setRunning(true)
      setProblem(undefined)
      try {
        await action()
        if (success) showToast('success', success)
        await refetchInvalidated(queries)
        return true
      } catch (error) {
        setProblem(error ?? new Error('It failed without a reason.'))
        return false
      } finally {
        setRunning(false)
      }
    },
    [queries],
  )
  const reset = useCallback(() => setProblem(undefined), [])
  return { run, isRunning, problem, reset }
}

/**
 * Waits for visible queries that are invalidated and already refetching, without requesting anything twice.
 */
const refetchInvalidated = (queries: QueryClient) =>
  queries.refetchQueries(
    {
      type: 'active',
      predicate: ({ state }) => state.isInvalidated && state.fetchStatus === 'fetching',
    },
    { cancelRefetch: false },
  )
