import { generateAdminToken } from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useEffect } from 'react'
import { useLocation, useNavigate } from 'react-router'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { InsteadOfPage } from '../../ground/page/error-page.tsx'
import { Waiting } from '../../ground/page/waiting.tsx'
import { inLocale, links } from '../../ground/paths/links.ts'
import { useSite } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { useHydrated } from '../../ground/ui/hydrated.ts'
import { currentUserQuery } from './queries.ts'
import { UnverifiedStrip } from './unverified-strip.tsx'
import { useMay } from './use-may.ts'

interface Guarded {
  children: (user: SignedInUser) => ReactNode
  /** Layout of the placeholder while the user loads; pages pass their own width. */
  className?: string | undefined
}

/** Guards a page for signed-in users. Others log in first and return. Unverified users see that mails wait. */
export function SignedInOnly({ children, className }: Guarded) {
  return (
    <IfSignedIn className={className}>
      {(user) => (
        <>
          <UnverifiedStrip />
          {children(user)}
        </>
      )}
    </IfSignedIn>
  )
}

function IfSignedIn({ children, className }: Guarded) {
  const session = useSession()
  const isHydrated = useHydrated()
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const { locale } = useSite().settings
  const fromUrl = inLocale(locale, pathname + search)
  const isStranger = isHydrated && session.state === 'anonymous'
  useEffect(() => {
    if (isStranger) void navigate(links.login(fromUrl), { replace: true })
  }, [isStranger, navigate, fromUrl])
  return session.state === 'signed-in' ? children(session.user) : <Waiting className={className} />
}

/** Guards a page for admins. Other users get a refusal, and the children never render. */
export function AdminOnly({ children, className }: Guarded) {
  return (
    <IfSignedIn className={className}>
      {(user) => <IfAdmin className={className}>{children(user)}</IfAdmin>}
    </IfSignedIn>
  )
}

function IfAdmin({ children, className }: { children: ReactNode; className: string | undefined }) {
  const { data: user, error } = useQuery(currentUserQuery(useSite()))
  const may = useMay()
  if (error) throw error
  if (!user) return <Waiting className={className} />
  if (!may(generateAdminToken))
    return <InsteadOfPage status={403} problem={{ code: 'not_admin', message: '' }} />
  return children
}
