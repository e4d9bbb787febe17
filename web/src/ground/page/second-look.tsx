import { useEffect } from 'react'
import { useLocation, useRevalidator } from 'react-router'
import { useSession } from '../site/use-session.ts'

let lookedAgainAt = ''

/** The first page is made for strangers. Owners and admins may see a banned node or a draft: for them it is loaded again. */
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
