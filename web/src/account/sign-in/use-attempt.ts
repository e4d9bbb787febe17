import { useCallback, useRef, useState } from 'react'
import { type Identity, IdentityProblem, SecondFactorNeeded } from '../../ground/identity/identity.ts'
import { useSite } from '../../ground/site/site.ts'

/** A newer attempt took the place of this one. */
const replaced = 'cancelled-popup-request'

export interface Attempts {
  /** `isQuiet`: nobody has asked for it, so that nothing is shown as running. */
  attempt(action: (identity: Identity) => Promise<unknown>, options?: { isQuiet: boolean }): Promise<void>
  isRunning: boolean
  /** Why the last attempt failed. */
  problem: unknown
  /** Set when the last attempt ended with the question for a second factor. */
  needed: SecondFactorNeeded | undefined
  cancel(): void
}

/** Attempts to do something with the identity service; only what came of the newest is shown. */
export function useAttempt(): Attempts {
  const { session } = useSite()
  const newest = useRef(0)
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  const [needed, setNeeded] = useState<SecondFactorNeeded>()

  const attempt = useCallback<Attempts['attempt']>(
    async (action, { isQuiet } = { isQuiet: false }) => {
      newest.current += 1
      const number = newest.current
      const isNewest = () => number === newest.current
      setRunning(!isQuiet)
      setProblem(undefined)
      try {
        await action(await session.identity())
      } catch (error) {
        if (!isNewest() || (error instanceof IdentityProblem && error.code === replaced)) return
        if (error instanceof SecondFactorNeeded) setNeeded(error)
        else setProblem(error)
      } finally {
        if (isNewest()) setRunning(false)
      }
    },
    [session],
  )
  const cancel = useCallback(() => {
    setNeeded(undefined)
    setProblem(undefined)
  }, [])
  return { attempt, isRunning, problem, needed, cancel }
}
