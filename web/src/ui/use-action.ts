import { useCallback, useState } from 'react'
import { showToast } from './toast.ts'

export interface Action {
  /** True when it was done; then `success` is shown for a moment. */
  run(action: () => Promise<unknown>, success?: string): Promise<boolean>
  isRunning: boolean
  /** Why the last one failed. */
  problem: unknown
  forget(): void
}

/** One call that changes something at a time, and why it failed. */
export function useAction(): Action {
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const run = useCallback<Action['run']>(async (action, success) => {
    setRunning(true)
    setProblem(undefined)
    try {
      await action()
      if (success) showToast('success', success)
      return true
    } catch (error) {
      setProblem(error ?? new Error('It failed without a reason.'))
      return false
    } finally {
      setRunning(false)
    }
  }, [])
  const forget = useCallback(() => setProblem(undefined), [])
  return { run, isRunning, problem, forget }
}
