import type { MemberRole } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import { createInvitation, deleteInvitation, type Invitation } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useMay } from '../../account/access/use-may.ts'
import { bindText, useDraft } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Form } from '../../ground/forms/form.tsx'
import { inLocale } from '../../ground/paths/links.ts'
import { memberLinks } from '../../ground/paths/member-links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Part, PartRow } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { invitationsQuery } from './queries.ts'
import { RoleSelect } from './role-select.tsx'

/** Open invitations of a publisher, and the form for another one. */
export function Invitations({ publisherId, mayInvite }: { publisherId: string; mayInvite: boolean }) {
  const t = useText('workspace')
  const open = useQuery(invitationsQuery(useSite(), publisherId))
  return (
    <Part title={t('invitations')} lead={t('invitations_lead')}>
      {!open.data && <Loading error={open.error} retry={open.refetch} />}
      {open.data?.length === 0 && <p className="text-sm text-muted">{t('no_invitations')}</p>}
      {open.data && open.data.length > 0 && (
        <ul>
          {open.data.map((invitation) => (
            <Open key={invitation.id} invitation={invitation} />
          ))}
        </ul>
      )}
      {mayInvite && <Invite publisherId={publisherId} />}
    </Part>
  )
}

const nobody: { email: string; role: MemberRole } = { email: '', role: 'member' }

function Invite({ publisherId }: { publisherId: string }) {
  const t = useText('workspace')
  const { registry } = useSite()
  const draft = useDraft(`invite:${publisherId}`, nobody)
  const { run, isRunning, problem } = useAction()
  const [invited, setInvited] = useState<{ email: string; secret: string }>()
  const submit = async () => {
    const body = { email: draft.value.email.trim(), role: draft.value.role }
    const isDone = await run(async () => {
      const { email, secret } = await registry.call(createInvitation, { params: { publisherId }, body })
      setInvited({ email, secret })
    })
    if (isDone) draft.clear()
  }
  return (
    <>
      <Form draft={draft} problem={problem} onSubmit={submit} className="grid max-w-2xl gap-3">
        <Field
          label={t('invite_email')}
          type="email"
          required
          dir="ltr"
          autoComplete="off"
          maxLength={limits.nameLength}
          {...bindText(draft, 'email')}
        />
        <div className="flex flex-wrap items-center gap-2">
          <RoleSelect
            label={t('invite_role')}
            role={draft.value.role}
            onChoose={(role) => draft.set({ ...draft.value, role })}
          />
          <Button type="submit" disabled={isRunning} look="primary">
            {t('invite')}
          </Button>
        </div>
      </Form>
      {invited && <Link invited={invited} />}
    </>
  )
}

/** Shown once, because anyone with the link can accept. */
function Link({ invited: { email, secret } }: { invited: { email: string; secret: string } }) {
  const t = useText('workspace')
  const { siteUrl, locale } = useSite().settings
  return (
    <div role="status">
      <Notice tone="info" title={t('invited', { email })}>
        <p className="text-pretty">{t('invited_lead')}</p>
        <div className="mt-2">
          <Command
            text={siteUrl + inLocale(locale, memberLinks.invitation(secret))}
            copyLabel={t('copy_link')}
          />
        </div>
      </Notice>
    </div>
  )
}

function Open({ invitation }: { invitation: Invitation }) {
  const t = useText('workspace')
  const may = useMay(invitation.publisherId)
  const { registry } = useSite()
  const formats = useFormats()
  const { run, isRunning, problem } = useAction()
  const { id: invitationId, publisherId, email, role, expiresAt } = invitation
  const withdraw = () =>
    void run(() => registry.call(deleteInvitation, { params: { publisherId, invitationId } }), t('withdrawn'))
  return (
    <PartRow
      action={
        may(deleteInvitation) && (
          <Button disabled={isRunning} aria-label={t('withdraw_name', { name: email })} onClick={withdraw}>
            {t('withdraw')}
          </Button>
        )
      }
    >
      <div className="grid min-w-0 gap-1">
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium wrap-anywhere">{email}</bdi>
          <Badge>{role === 'owner' ? t('role_owner') : t('role_member')}</Badge>
        </p>
        <p className="text-sm text-muted">{t('open_until', { date: formats.date(expiresAt) })}</p>
        <RefusalNote problem={problem} />
      </div>
    </PartRow>
  )
}
