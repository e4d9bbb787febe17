import { generateAdminToken } from '@nodeyard/contract/admin'
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
import { useMay } from './use-may.ts'

interface Guarded {
  children: (user: SignedInUser) => ReactNode
  /** Of what stands there until it is known who asks: as wide as the page. */
  className?: string | undefined
}

/** A page for signed-in people: others log in first and come back. */
export function SignedInOnly({ children, className }: Guarded) {
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

/** A page for admins. Others read that it is not for them, and nothing of it is made. */
export function AdminOnly({ children, className }: Guarded) {
  return (
    <SignedInOnly className={className}>
      {(user) => <IfAdmin className={className}>{children(user)}</IfAdmin>}
    </SignedInOnly>
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
