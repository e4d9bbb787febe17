import { useSyncExternalStore } from 'react'
import { anonymous, type SessionState } from '../session/session.ts'
import { useSite } from './site.ts'

/** Who looks at the page. Anonymous while the browser takes over the server's page. */
export function useSession(): SessionState {
  const { session } = useSite()
  return useSyncExternalStore(session.subscribe, session.current, () => anonymous)
}
