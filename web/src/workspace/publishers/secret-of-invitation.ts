/** Of this tab: signing in first leads over other pages, which lose what stands behind the `#`. */
const key = 'nodeyard-invitation'

/** The secret of the link that was opened. It stands behind the `#`, so that no server and no log sees it. */
export function secretOfInvitation(): string {
  try {
    return inAddress() || (sessionStorage.getItem(key) ?? '')
  } catch {
    return inAddress()
  }
}

/** Takes it out of the address, where people would see it and hand it on. */
export function keepSecretOfInvitation(): void {
  const secret = inAddress()
  if (!secret) return
  try {
    sessionStorage.setItem(key, secret)
    history.replaceState(history.state, '', location.pathname + location.search)
  } catch {
    // Without storage the address is the only place for it.
  }
}

export function forgetSecretOfInvitation(): void {
  try {
    sessionStorage.removeItem(key)
  } catch {
    // Nothing was stored.
  }
}

const inAddress = () => location.hash.slice(1)
