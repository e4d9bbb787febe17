import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { showToast } from '../../ground/ui/toast.ts'

/** After an act of an admin: shows that it is done, and rereads everything under these keys. */
export function useChange(...keys: readonly QueryKey[]): (text: string) => Promise<void> {
  const queries = useQueryClient()
  return async (text) => {
    showToast('success', text)
    await Promise.all(keys.map((queryKey) => queries.invalidateQueries({ queryKey })))
  }
}

/** The same for what is done to nodes, publishers and users. */
export function useRegistryChange(): (text: string) => Promise<void> {
  return useChange(['admin'], ['nodes'], ['publishers'])
}

export function showFailure(error: unknown): void {
  showToast('failure', error instanceof Error ? error.message : String(error))
}
