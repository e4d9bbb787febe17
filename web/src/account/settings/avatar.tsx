import { useState } from 'react'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { httpAddress } from '../../ground/ui/http-address.ts'

const sizes = { small: 'size-9 text-sm', large: 'size-16 text-xl' } as const

/** Shows the photo, or the first letter of the name or email address, or U. Source: specification 2. */
export function Avatar({
  user: { photoURL, displayName, email },
  size = 'small',
}: {
  user: Pick<SignedInUser, 'photoURL' | 'displayName' | 'email'>
  size?: keyof typeof sizes
}) {
  const [failed, setFailed] = useState<string>()
  const address = httpAddress(photoURL ?? undefined)
  if (address && failed !== address) {
    return (
      <img
        src={address}
        alt=""
        referrerPolicy="no-referrer"
        onError={() => setFailed(address)}
        className={`rounded-full object-cover ${sizes[size]}`}
      />
    )
  }
  return (
    <span
      aria-hidden="true"
      className={`grid place-items-center rounded-full bg-accent-soft font-semibold text-accent-strong ${sizes[size]}`}
    >
      {initialOf(displayName, email)}
    </span>
  )
}

export function initialOf(displayName: string | null, email: string | null): string {
  const [first] = (displayName?.trim() || email?.trim() || 'U').toUpperCase()
  return first ?? 'U'
}
