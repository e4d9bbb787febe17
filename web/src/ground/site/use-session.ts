import { useSyncExternalStore } from 'react'
import { anonymous, type SessionState } from '../session/session.ts'
import { useSite } from './site.ts'

/** The sign-in state. Anonymous during hydration. */
export function useSession(): SessionState {
  const { session } = useSite()
  return useSyncExternalStore(session.subscribe, session.current, () => anonymous)
}
