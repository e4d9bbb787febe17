import { useSyncExternalStore } from 'react'

/** Whether a media query matches, now and after changes. The server cannot know, so use it for browser-only content. */
export function useMedia(query: string): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const list = matchMedia(query)
      list.addEventListener('change', onChange)
      return () => list.removeEventListener('change', onChange)
    },
    () => matchMedia(query).matches,
    () => false,
  )
}
