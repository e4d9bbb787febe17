import type { SignedInUser } from '../identity/identity.ts'
import type { Settings } from '../site/settings.ts'
import { createAnalytics } from './create-analytics.ts'

const key = 'nodeyard-introduced'
/** A sign-in counts on the page that follows within this time. */
const freshMs = 60_000

/**
 * Identifies the user to analytics, once per tab and again when the profile changes. Stops when the user is
 * no longer signed in. Source: specification 4.
 */
export async function introduce(
  user: SignedInUser,
  settings: Settings,
  isSignedIn: () => boolean,
): Promise<void> {
  if (!isSignedIn()) return
  const { uid, email, displayName } = user
  const person = JSON.stringify([uid, email, displayName])
  if (sessionStorage.getItem(key) === person) return
  const { identify, setProfile, track } = await createAnalytics(settings, navigator, console)
  // A sign-in changes the user several times, so another call can have finished meanwhile.
  const lastPerson = sessionStorage.getItem(key)
  if (!isSignedIn() || lastPerson === person) return
  identify(uid)
  setProfile({ $email: email, $name: displayName })
  const event = lastPerson === null ? entryOf(user.metadata, Date.now()) : undefined
  if (event) track(event, { locale: settings.locale })
  sessionStorage.setItem(key, person)
}

function entryOf({ creationTime, lastSignInTime }: SignedInUser['metadata'], now: number) {
  const isFresh = (time?: string) => time !== undefined && now - Date.parse(time) < freshMs
  return isFresh(creationTime) ? 'sign_up' : isFresh(lastSignInTime) ? 'log_in' : undefined
}
