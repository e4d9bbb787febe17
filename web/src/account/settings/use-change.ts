import { useState } from 'react'
import { type Identity, SecondFactorNeeded } from '../../ground/identity/identity.ts'
import { showToast } from '../../ground/ui/toast.ts'
import { useProof } from './proof.tsx'

/** Runs one account change at a time, with a toast on success and the error on failure. */
export function useChange() {
  const withProof = useProof()
  const [isRunning, setRunning] = useState(false)
  const [problem, setProblem] = useState<unknown>()
  /** Resolves to true on success. */
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
