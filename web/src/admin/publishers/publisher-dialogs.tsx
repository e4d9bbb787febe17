import { trimEndOf } from '@nodeyard/analysis/ground'
import { limits } from '@nodeyard/contract/limits'
import { banPublisher, unbanPublisher } from '@nodeyard/contract/people'
import { type AdminPublisher, contactPublisher, getPublisherEffects } from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import { bindText, useDraft } from '../../ground/forms/draft.ts'
import { DraftNote } from '../../ground/forms/draft-note.tsx'
import { Field } from '../../ground/forms/field.tsx'
import { Form } from '../../ground/forms/form.tsx'
import { saveByKey } from '../../ground/forms/save-by-key.ts'
import { TextArea } from '../../ground/forms/text-area.tsx'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { ButtonAnchor } from '../../ground/ui/button.tsx'
import { Dialog, DialogEnd } from '../../ground/ui/dialog.tsx'
import { httpAddress } from '../../ground/ui/http-address.ts'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { EffectsList } from '../kit/effects-list.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useRegistryChange } from '../kit/use-change.ts'

interface PublisherDialog {
  publisher: AdminPublisher
  onClose(): void
}

const bans = {
  ban: { title: 'ban_publisher', lead: 'ban_publisher_lead', done: 'publisher_banned' },
  unban: { title: 'unban_publisher', lead: 'unban_publisher_lead', done: 'publisher_unbanned' },
} as const

interface BanDialog {
  act: keyof typeof bans
  publisherId: string
  onClose(): void
}

/** Confirms a ban or its end. */
export function BanDialog({ act, publisherId, onClose }: BanDialog) {
  const t = useText('admin-registry')
  const { call } = useAdminToken()
  const changed = useRegistryChange()
  const { title, lead, done } = bans[act]
  const params = { publisherId }
  return (
    <ConfirmDialog
      title={t(title, { name: publisherId })}
      lead={<Lead text={t(lead)} publisherId={publisherId} act={act} />}
      things={[]}
      {...(act === 'ban' ? { reason: { key: `admin-ban:publisher:${publisherId}` } } : {})}
      action={t(act)}
      isDestructive={act === 'ban'}
      onConfirm={async (reason) => {
        if (act === 'ban') await call(banPublisher, { params, body: { reason } })
        else await call(unbanPublisher, { params })
        await changed(t(done, { name: publisherId }))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

function Lead({ text, publisherId, act }: { text: string; publisherId: string; act: 'ban' | 'unban' }) {
  const effects = useQuery(
    routeQuery(useSite(), getPublisherEffects, { params: { publisherId }, query: { act } }),
  )
  return (
    <div className="grid gap-2">
      <p>{text}</p>
      <EffectsList effects={effects} />
    </div>
  )
}

const nothing = { subject: '', message: '' }

/**
 * Sends an email to every owner, or offers the user's mail program or an issue in the repository. Source: API
 * contract 37.3.
 */
export function ContactDialog({ publisher, onClose }: PublisherDialog) {
  const t = useText('admin-registry')
  const { call } = useAdminToken()
  const changed = useRegistryChange()
  const { run, isRunning, problem } = useAction()
  const draft = useDraft(`admin-contact:${publisher.id}`, nothing)
  const { subject, message } = draft.value
  const owners = publisher.members.filter(({ role, user }) => role === 'owner' && user.email)
  const send = async () => {
    const params = { publisherId: publisher.id }
    if (!(await run(() => call(contactPublisher, { params, body: draft.value })))) return
    draft.clear()
    onClose()
    await changed(t('mail_sent', { count: owners.length }))
  }
  return (
    <Dialog title={t('contact_publisher', { name: publisher.id })} onClose={onClose}>
      <Form onSubmit={send} onKeyDown={saveByKey} className="grid gap-4">
        <p className="text-sm text-pretty">{t('contact_lead', { count: owners.length })}</p>
        <OtherContacts publisher={publisher} subject={subject} />
        <DraftNote draft={draft} />
        <Field
          label={t('subject')}
          dir="auto"
          required
          maxLength={limits.mailSubjectLength}
          {...bindText(draft, 'subject')}
        />
        <TextArea
          label={t('message')}
          dir="auto"
          required
          maxLength={limits.mailLength}
          {...bindText(draft, 'message')}
        />
        <RefusalNote problem={problem} />
        <DialogEnd
          action={t('send')}
          disabled={isRunning || !subject.trim() || !message.trim()}
          onCancel={onClose}
        />
      </Form>
    </Dialog>
  )
}

/** Other ways to contact the members of a publisher. */
function OtherContacts({ publisher, subject }: { publisher: AdminPublisher; subject: string }) {
  const t = useText('admin-registry')
  const repository = trimEndOf(httpAddress(publisher.source_code_repo) ?? '', '/').replace(/\.git$/, '')
  const addresses = publisher.members.flatMap(({ user }) => (user.email ? [user.email] : []))
  return (
    <div className="flex max-h-32 flex-wrap gap-2 overflow-y-auto">
      {addresses.map((address) => (
        <ButtonAnchor key={address} href={`mailto:${address}?subject=${encodeURIComponent(subject)}`}>
          <bdi className="max-w-56 truncate">{address}</bdi>
        </ButtonAnchor>
      ))}
      {repository && (
        <ButtonAnchor
          href={`${repository}/issues/new?title=${encodeURIComponent(subject)}`}
          target="_blank"
          rel="noopener noreferrer nofollow"
        >
          {t('open_issue')}
        </ButtonAnchor>
      )}
    </div>
  )
}
