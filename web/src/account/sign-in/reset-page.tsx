import { useState } from 'react'
import { Link } from 'react-router'
import { Form } from '../../ground/forms/form.tsx'
import { IdentityProblem } from '../../ground/identity/identity.ts'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { EmailField } from './email-field.tsx'
import { AuthFrame } from './frame.tsx'
import { MailboxNote } from './mailbox-note.tsx'
import { ProblemNote } from './problem-note.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAttempt } from './use-attempt.ts'

export const handle: PageHandle = { namespaces: ['auth'] }
export const loader = pageLoader(paths.resetPassword, handle, async () => {})

/** Requests a password reset email. The page does not reveal whether an account exists. */
export function Component() {
  const t = useText('auth')
  const { attempt, isRunning, problem } = useAttempt()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const submit = () => {
    const address = email.trim()
    void attempt(async ({ mail }) => {
      await mail.sendReset(address).catch(unlessUnknown)
      setSentTo(address)
    })
  }
  return (
    <AuthFrame title={t('reset_title')} lead={t('reset_lead')}>
      {sentTo ? (
        <>
          <Notice tone="info" title={t('check_mail')}>
            {t('reset_sent', { email: sentTo })}
          </Notice>
          <MailboxNote />
        </>
      ) : (
        <Form method="post" onSubmit={submit} className="grid gap-4">
          <ProblemNote problem={problem} />
          <EmailField label={t('email')} autoComplete="username" value={email} onType={setEmail} />
          <SubmitButton isRunning={isRunning}>{t('send_link')}</SubmitButton>
        </Form>
      )}
      <Link to={links.login('')} className="justify-self-start text-sm text-accent underline">
        {t('to_log_in')}
      </Link>
    </AuthFrame>
  )
}

/** Some services reveal that no account exists; this page must not. */
function unlessUnknown(error: unknown): void {
  if (!(error instanceof IdentityProblem && error.code === 'user-not-found')) throw error
}
