import { useCallback, useRef, useState } from 'react'
import { type Identity, IdentityProblem, SecondFactorNeeded } from '../../ground/identity/identity.ts'
import { useSite } from '../../ground/site/site.ts'

/** Error code of an attempt that a newer one replaced. */
const replacedCode = 'cancelled-popup-request'

export interface Attempts {
  /** `isQuiet` hides the busy state, for attempts that the user did not start. */
  attempt(action: (identity: Identity) => Promise<unknown>, options?: { isQuiet: boolean }): Promise<void>
  isRunning: boolean
  /** Error of the last attempt. */
  problem: unknown
  /** Set when the last attempt needs a second factor. */
  needed: SecondFactorNeeded | undefined
  cancel(): void
}

/** Runs actions of the identity service and exposes the outcome of the latest one only. */
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
        if (!isNewest() || (error instanceof IdentityProblem && error.code === replacedCode)) return
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
