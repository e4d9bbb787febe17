import { useCallback, useEffect, useState } from 'react'

export type Loaded<Value> =
  | { state: 'loading' }
  | { state: 'done'; value: Value }
  | { state: 'failed'; error: unknown; retry(): void }

/**
 * Loads data in the browser only, after hydration. Wrap `load` in `useCallback`: a new function starts over,
 * and results of earlier ones are ignored.
 */
export function useLoaded<Value>(load: () => Promise<Value>): Loaded<Value> {
  const [attempt, setAttempt] = useState(0)
  const [settled, setSettled] = useState<{ of: unknown; attempt: number; result: Loaded<Value> }>()
  const retry = useCallback(() => setAttempt((count) => count + 1), [])
  useEffect(() => {
    let isWanted = true
    const settle = (result: Loaded<Value>) => isWanted && setSettled({ of: load, attempt, result })
    load().then(
      (value) => settle({ state: 'done', value }),
      (error: unknown) => settle({ state: 'failed', error, retry }),
    )
    return () => {
      isWanted = false
    }
  }, [load, attempt, retry])
  const isCurrent = settled?.of === load && settled.attempt === attempt
  return isCurrent ? settled.result : { state: 'loading' }
}
