import type { QueryClient } from '@tanstack/react-query'
import { useCallback, useState } from 'react'
import { useSite } from '../site/site.ts'
import { showToast } from './toast.ts'

export interface Action {
  /** True when it was done; then `success` is shown for a moment. */
  run(action: () => Promise<unknown>, success?: string): Promise<boolean>
  isRunning: boolean
  /** Why the last one failed. */
  problem: unknown
  reset(): void
}

/**
 * One call that changes something at a time, and why it failed. It is over once what it made out of date is read again,
 * so that no control offers what was just done, and no form shows what was there before.
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
        await readAgain(queries)
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

/** Waits for what is on the screen, was made out of date, and is on its way; nothing is asked for twice. */
const readAgain = (queries: QueryClient) =>
  queries.refetchQueries(
    {
      type: 'active',
      predicate: ({ state }) => state.isInvalidated && state.fetchStatus === 'fetching',
    },
    { cancelRefetch: false },
  )
