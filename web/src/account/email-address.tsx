import type { IdentityConfig } from '@nodeyard/contract/identity'
import { type FormEvent, useState } from 'react'
import { EmailField } from '../auth/email-field.tsx'
import { MailboxNote } from '../auth/mailbox-note.tsx'
import { ProblemNote } from '../auth/problem-note.tsx'
import type { SignedInUser } from '../identity/identity.ts'
import { useText } from '../site.ts'
import { Badge } from '../ui/badge.tsx'
import { Button, buttonClass } from '../ui/button.tsx'
import { useDraft } from '../ui/draft.ts'
import { Notice } from '../ui/notice.tsx'
import { Part } from './part.tsx'
import { useChange } from './use-change.ts'

/** The address, whether it is verified, and its change. */
export function EmailAddress({ user, config }: { user: SignedInUser; config: IdentityConfig }) {
  const t = useText('account')
  const { change, isRunning, problem } = useChange()
  const draft = useDraft<string>('new-email', '')
  const [sentTo, setSentTo] = useState<string>()
  const submit = async (event: FormEvent) => {
    event.preventDefault()
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
        <form onSubmit={(event) => void submit(event)} className="flex flex-wrap items-end gap-2">
          <div className="min-w-56 flex-1">
            <EmailField label={t('new_email')} autoComplete="email" value={draft.value} onType={draft.set} />
          </div>
          <button type="submit" disabled={isRunning} className={buttonClass('plain', 'h-11!')}>
            {t('change_email')}
          </button>
        </form>
      )}
    </Part>
  )
}
