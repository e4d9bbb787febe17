import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../ground/ui/toast.ts'

/** Returns a function that confirms an action with a toast and invalidates the given query keys. */
export function useChange(...keys: readonly QueryKey[]): (text: string) => Promise<void> {
  const queries = useQueryClient()
  return async (text) => {
    showToast('success', text)
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}

/** Variant for changes to nodes, publishers and users. */
export function useRegistryChange(): (text: string) => Promise<void> {
  return useChange(['admin'], ['nodes'], ['publishers'])
}

export function showFailure(error: unknown): void {
  showToast('failure', error instanceof Error ? error.message : String(error))
}
