import type { IdentityConfig } from '@nodeyard/contract/people'
import { useState } from 'react'
import { useDraft } from '../../ground/forms/draft.ts'
import { Form } from '../../ground/forms/form.tsx'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { EmailField } from '../sign-in/email-field.tsx'
import { MailboxNote } from '../sign-in/mailbox-note.tsx'
import { ProblemNote } from '../sign-in/problem-note.tsx'
import { useChange } from './use-change.ts'

/** Shows the email address with its verification state and lets the user change it. */
export function EmailAddress({ user, config }: { user: SignedInUser; config: IdentityConfig }) {
  const t = useText('account')
  const { change, isRunning, problem } = useChange()
  const draft = useDraft<string>('new-email', '')
  const [sentTo, setSentTo] = useState<string>()
  const submit = async () => {
    const address = draft.value.trim()
    if (!(await change(({ account }) => account.changeEmail(address)))) return
    setSentTo(address)
    draft.clear()
  }
  return (
    <Part title={t('email')} lead={t('email_lead')}>
      {user.email && (
        <p className="flex flex-wrap items-center gap-2">
          <bdi className="font-medium wrap-anywhere">{user.email}</bdi>
          {user.emailVerified ? (
            <Badge tone="accent">{t('verified')}</Badge>
          ) : (
            <Badge tone="warn">{t('not_verified')}</Badge>
          )}
        </p>
      )}
      {user.email && !user.emailVerified && config.sendsMail && (
        <Button
          className="justify-self-start"
          disabled={isRunning}
          onClick={() => void change(({ mail }) => mail.sendVerification(), t('verification_sent'))}
        >
          {t('send_verification')}
        </Button>
      )}
      <ProblemNote problem={problem} />
      {sentTo && (
        <Notice tone="info" title={t('change_sent_title')}>
          {t('change_sent', { email: sentTo })}
        </Notice>
      )}
      {(sentTo || !user.emailVerified) && <MailboxNote />}
      {config.sendsMail && (
        <Form onSubmit={submit} className="flex flex-wrap items-end gap-2">
          <div className="min-w-56 flex-1">
            <EmailField label={t('new_email')} autoComplete="email" value={draft.value} onType={draft.set} />
          </div>
          <Button type="submit" disabled={isRunning} className="h-11!">
            {t('change_email')}
          </Button>
        </Form>
      )}
    </Part>
  )
}
