/** Stored per tab, because the sign-in before it loses the fragment of the address. */
const key = 'nodeyard-invitation'

/**
 * Returns the secret of the opened invitation link. It is in the fragment, which never reaches a server or a
 * log.
 */
export function invitationSecret(): string {
  try {
    return inAddress() || (sessionStorage.getItem(key) ?? '')
  } catch {
    return inAddress()
  }
}

/** Moves the secret from the address, where it could be seen and shared, to the session storage. */
export function storeInvitationSecret(): void {
  const secret = inAddress()
  if (!secret) return
  try {
    sessionStorage.setItem(key, secret)
    history.replaceState(history.state, '', location.pathname + location.search)
  } catch {
    // The secret stays in the address.
  }
}

export function removeInvitationSecret(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Storage is unavailable, so nothing is stored.
  }
}

/** Older mails prefix the secret with `secret=`, which some mail programs encode. */
const inAddress = () => /^#(?:secret(?:=|%3D))?([\w-]+)/i.exec(location.hash)?.[1] ?? ''
