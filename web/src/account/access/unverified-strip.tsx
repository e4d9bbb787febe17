import { Link, useLocation } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { Notice } from '../../ground/ui/notice.tsx'

/** A notice that mails wait until the user verifies the address. The account page, to which it leads, has its own. */
export function UnverifiedStrip() {
  const t = useText('forms')
  const session = useSession()
  const { pathname } = useLocation()
  if (session.state !== 'signed-in' || pathname === links.account()) return null
  const { email, emailVerified } = session.user
  if (!email || emailVerified) return null
  return (
    <div role="status" className="mx-auto w-full max-w-(--page-width) px-4 pt-4 sm:px-6">
      <Notice tone="warn" title={t('unverified', { email })}>
        <Link to={links.account()} className="underline underline-offset-4">
          {t('unverified_action')}
        </Link>
      </Notice>
    </div>
  )
}
