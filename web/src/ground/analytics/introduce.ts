import type { SignedInUser } from '../identity/identity.ts'
import type { Settings } from '../site/settings.ts'
import { createAnalytics } from './create-analytics.ts'

const key = 'nodeyard-introduced'
/** So long after a sign-in the page that it led to counts it. */
const freshMs = 60_000

/**
 * Tells analytics who has logged in, once for a tab and again when it changes. Nothing is told or kept of somebody who
 * has gone meanwhile. Source: specification 4.
 */
export async function introduce(
  user: SignedInUser,
  settings: Settings,
  isStillHere: () => boolean,
): Promise<void> {
  if (!isStillHere()) return
  const { uid, email, displayName } = user
  const person = JSON.stringify([uid, email, displayName])
  const known = sessionStorage.getItem(key)
  if (known === person) return
  const { identify, setProfile, track } = await createAnalytics(settings, navigator, console)
  if (!isStillHere()) return
  identify(uid)
  setProfile({ $email: email, $name: displayName })
  const event = known === null ? entryOf(user.metadata, Date.now()) : undefined
  if (event) track(event, { locale: settings.locale })
  sessionStorage.setItem(key, person)
}

function entryOf({ creationTime, lastSignInTime }: SignedInUser['metadata'], now: number) {
  const isFresh = (time?: string) => time !== undefined && now - Date.parse(time) < freshMs
  return isFresh(creationTime) ? 'sign_up' : isFresh(lastSignInTime) ? 'log_in' : undefined
}
