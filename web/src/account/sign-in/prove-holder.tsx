import { useState } from 'react'
import { Form } from '../../ground/forms/form.tsx'
import type { Identity, MailedAction } from '../../ground/identity/identity.ts'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { PasswordField } from './password-field.tsx'
import { ProblemNote } from './problem-note.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAttempt } from './use-attempt.ts'

/**
 * Asks for the account's password when an email link opens in a browser that is not signed in to the account,
 * because the reader of the mailbox may not have created the account. The alternative is a reset, which
 * removes earlier credentials.
 */
export function ProveHolder({
  action: { operation, email, account },
  isRunning,
  problem,
  onPassword,
}: {
  action: MailedAction
  isRunning: boolean
  problem: unknown
  onPassword(signIn: (identity: Identity) => Promise<void>): void
}) {
  const t = useText('auth')
  const [password, setPassword] = useState('')
  const address = email ?? ''
  const submit = () => {
    if (account) onPassword(({ signIn }) => signIn.password(account, password))
  }
  return (
    <>
      {account && (
        <Form method="post" onSubmit={submit} className="grid gap-4">
          <p className="text-sm text-pretty">{t('confirm_password_lead', { email: address })}</p>
          <ProblemNote problem={problem} />
          <input type="hidden" autoComplete="username" value={account} readOnly />
          <PasswordField
            label={t('password')}
            autoComplete="current-password"
            required
            maxLength={4096}
            value={password}
            onChange={(event) => setPassword(event.target.value)}
          />
          <SubmitButton isRunning={isRunning}>{t('confirm')}</SubmitButton>
        </Form>
      )}
      {account && operation === 'verify' ? (
        <TakeOver email={account} />
      ) : (
        // Users who change an address may have no password.
        <>
          <Notice tone="info" title={t('confirm_signed_in', { email: address })} />
          <ButtonLink to={links.login('')}>{t('to_log_in')}</ButtonLink>
        </>
      )}
    </>
  )
}

function TakeOver({ email }: { email: string }) {
  const t = useText('auth')
  const { attempt, isRunning, problem } = useAttempt()
  const [isSent, setSent] = useState(false)
  const send = () =>
    void attempt(async ({ mail }) => {
      await mail.sendReset(email)
      setSent(true)
    })
  if (isSent) {
    return (
      <Notice tone="info" title={t('check_mail')}>
        {t('reset_sent', { email })}
      </Notice>
    )
  }
  return (
    <section className="grid gap-3">
      <h2 className="font-medium">{t('not_your_password')}</h2>
      <p className="text-sm text-muted text-pretty">{t('take_over_lead', { email })}</p>
      <ProblemNote problem={problem} />
      <Button disabled={isRunning} onClick={send}>
        {t('take_over')}
      </Button>
    </section>
  )
}
