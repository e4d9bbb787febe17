import { useState } from 'react'
import { type Identity, SecondFactorNeeded } from '../../ground/identity/identity.ts'
import { showToast } from '../../ground/ui/toast.ts'
import { useProof } from './proof.tsx'

/** One change of the account at a time: a toast when it was made, and the reason when it was not. */
export function useChange() {
  const withProof = useProof()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  /** True when the change was made. */
  const change = async (
    action: (identity: Identity) => Promise<unknown>,
    success?: string,
  ): Promise<boolean> => {
    setRunning(true)
    setProblem(undefined)
    try {
      await withProof(action)
      if (success) showToast('success', success)
      return true
    } catch (error) {
      setProblem(error instanceof SecondFactorNeeded ? undefined : error)
      return false
    } finally {
      setRunning(false)
    }
  }
  return { change, isRunning, problem }
}
