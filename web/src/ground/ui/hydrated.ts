import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and while the browser takes over its page; then true. For what only a browser knows. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
