import {
  acceptInvitation,
  declineInvitation,
  type Invitation,
  showInvitation,
} from '@nodeyard/contract/people'
import { useCallback, useEffect, useState, useSyncExternalStore } from 'react'
import { useNavigate } from 'react-router'
import { SignedInOnly } from '../../account/access/guards.tsx'
import { useMay } from '../../account/access/use-may.ts'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { useLoaded } from '../../ground/ui/loaded.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { useAction } from '../../ground/ui/use-action.ts'
import { invitationSecret, removeInvitationSecret, storeInvitationSecret } from './invitation-secret.ts'

export const handle: PageHandle = { namespaces: ['workspace', 'forms'] }
export const loader = pageLoader(memberPaths.invitation, handle, async () => {})

/** Target of an invitation link. Anyone with the link can see the invitation and accept or decline it. */
export function Component() {
  const t = useText('workspace')
  const secret = useSyncExternalStore(onHash, invitationSecret, () => '')
  return (
    <>
      <PageHead title={t('invitation')} />
      <KeepSecret />
      <SignedInOnly>
        {(user) => (
          <Main className="grid max-w-xl! content-start gap-4">
            <h1 className="text-2xl font-bold tracking-tight">{t('invitation')}</h1>
            {secret === '' ? (
              <Notice tone="warn" title={t('no_secret')} />
            ) : (
              <OpenedInvitation secret={secret} user={user} />
            )}
          </Main>
        )}
      </SignedInOnly>
    </>
  )
}

/** Must render before the guard, because its effect has to run before the redirect to the log-in page. */
function KeepSecret() {
  useEffect(storeInvitationSecret)
  return null
}

function onHash(listener: () => void): () => void {
  addEventListener('hashchange', listener)
  return () => removeEventListener('hashchange', listener)
}

function OpenedInvitation({ secret, user }: { secret: string; user: SignedInUser }) {
  const t = useText('workspace')
  const { registry } = useSite()
  const load = useCallback(() => registry.call(showInvitation, { body: { secret } }), [registry, secret])
  const loaded = useLoaded(load)
  const [isOver, setOver] = useState(false)
  if (isOver) return <p role="status">{t('declined')}</p>
  if (loaded.state === 'loading') return <Spinner />
  if (loaded.state === 'failed') return <LoadProblem problem={loaded.error} retry={loaded.retry} />
  return <Question invitation={loaded.value} secret={secret} user={user} onOver={() => setOver(true)} />
}

function Question({
  invitation: { publisherId, publisherName, role, email, expiresAt },
  secret,
  user,
  onOver,
}: {
  invitation: Invitation
  secret: string
  user: SignedInUser
  onOver(): void
}) {
  const t = useText('workspace')
  const { registry, settings } = useSite()
  const may = useMay()
  const navigate = useNavigate()
  const { run, isRunning, problem } = useAction()
  const accept = async () => {
    if (!(await run(() => registry.call(acceptInvitation, { body: { secret } })))) return
    removeInvitationSecret()
    showToast('success', t('joined', { name: publisherId }))
    await navigate(links.managePublisher(publisherId))
  }
  const decline = async () => {
    if (!(await run(() => registry.call(declineInvitation, { body: { secret } })))) return
    removeInvitationSecret()
    onOver()
  }
  return (
    <section className="grid gap-4 rounded-lg border border-line bg-surface p-5 sm:p-6">
      <p className="text-pretty wrap-anywhere">
        {role === 'owner'
          ? t('invites_owner', { name: publisherName || publisherId })
          : t('invites_member', { name: publisherName || publisherId })}
      </p>
      <p className="text-sm text-muted text-pretty">
        {role === 'owner' ? t('owner_may') : t('member_may')}{' '}
        {t('open_until', { date: formatsOf(settings.locale).date(expiresAt) })}
      </p>
      {user.email?.toLowerCase() !== email.toLowerCase() && <OtherRecipient email={email} user={user} />}
      <RefusalNote problem={problem} />
      <div className="flex flex-wrap gap-2">
        {may(acceptInvitation) && (
          <Button look="primary" disabled={isRunning} onClick={() => void accept()}>
            {t('accept')}
          </Button>
        )}
        {may(declineInvitation) && (
          <Button disabled={isRunning} onClick={() => void decline()}>
            {t('decline')}
          </Button>
        )}
        <ButtonLink look="quiet" to={links.publisher(publisherId)}>
          {t('public_page')}
        </ButtonLink>
      </div>
    </section>
  )
}

function OtherRecipient({ email, user }: { email: string; user: SignedInUser }) {
  const t = useText('workspace')
  return (
    <Notice tone="info" title={t('meant_for', { email })}>
      {t('meant_for_text', { name: user.email ?? user.displayName ?? '' })}
    </Notice>
  )
}
