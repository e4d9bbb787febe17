import { useCallback } from 'react'
import { useSite } from '../../ground/site/site.ts'
import { showToast } from '../../ground/ui/toast.ts'

/** After an act of an admin: says that it is done, and has everything that may show it read again. */
export function useRegistryChange(): (text: string) => Promise<void> {
  const { queries } = useSite()
  return useCallback(
    async (text) => {
      showToast('success', text)
      await Promise.all(
        ['admin', 'nodes', 'publishers'].map((first) => queries.invalidateQueries({ queryKey: [first] })),
      )
    },
    [queries],
  )
}
