import type { FollowKind } from '@nodeyard/contract/services'
import { lazy, Suspense } from 'react'
import { useLocation } from 'react-router'
import { inLocale, links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'

const FollowButton = lazy(() =>
  import('../../account/follows/follow-button.tsx').then(({ FollowButton }) => ({ default: FollowButton })),
)

/** Follows a pack or a publisher. Anonymous readers log in first and come back. */
export function Follow({ kind, id }: { kind: FollowKind; id: string }) {
  const t = useText('nodes')
  const { locale } = useSite().settings
  const { pathname } = useLocation()
  const { state } = useSession()
  const logIn = (
    <ButtonLink to={links.login(inLocale(locale, pathname))} rel="nofollow" title={t('follow_hint')}>
      <Icon name="bell" className="size-4" />
      {t('follow')}
    </ButtonLink>
  )
  if (state !== 'signed-in') return logIn
  return (
    <Suspense fallback={logIn}>
      <FollowButton kind={kind} id={id} />
    </Suspense>
  )
}
