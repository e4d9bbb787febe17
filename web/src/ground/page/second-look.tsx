import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { useSession } from '../site/use-session.ts'

let lookedAgainAt = ''

/**
 * Reloads an error page once the user is known, because owners and admins can see banned nodes and drafts.
 */
export function SecondLook() {
  const { state } = useSession()
  const { key, pathname } = useLocation()
  const { revalidate } = useRevalidator()
  const place = key + pathname
  useEffect(() => {
    if (state !== 'signed-in' || lookedAgainAt === place) return
    lookedAgainAt = place
    void revalidate()
  }, [state, place, revalidate])
  return null
}
