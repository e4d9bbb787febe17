import { useSyncExternalStore } from 'react'

const never = () => () => {}

/** False on the server and during hydration, then true. Guards content that only browsers can render. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  )
}
