import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Form } from '../../ground/forms/form.tsx'
import { inLocale, links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { EmailField } from './email-field.tsx'
import { rememberEmail } from './email-of-link.ts'
import { MailboxNote } from './mailbox-note.tsx'
import { ProblemNote } from './problem-note.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAttempt } from './use-attempt.ts'

/** Requests an email with a sign-in link. */
export function EmailLinkForm({ onBack }: { onBack(): void }) {
  const t = useText('auth')
  const { locale } = useSite().settings
  const fromUrl = useSearchParams()[0].get('fromUrl') ?? ''
  const { attempt, isRunning, problem } = useAttempt()
  const [email, setEmail] = useState('')
  const [sentTo, setSentTo] = useState<string>()
  const submit = () => {
    const address = email.trim()
    void attempt(async ({ mail }) => {
      await mail.sendSignInLink(address, location.origin + inLocale(locale, links.mailedAction(fromUrl)))
      rememberEmail(address)
      setSentTo(address)
    })
  }
  if (sentTo) {
    return (
      <div className="grid gap-4">
        <Notice tone="info" title={t('check_mail')}>
          {t('link_sent', { email: sentTo })}
        </Notice>
        <MailboxNote />
        <Button className="h-11!" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    )
  }
  return (
    <Form method="post" onSubmit={submit} className="grid gap-4">
      <ProblemNote problem={problem} />
      <EmailField
        label={t('email')}
        hint={t('email_link_hint')}
        autoComplete="email"
        value={email}
        onType={setEmail}
      />
      <div className="flex flex-wrap gap-2">
        <SubmitButton isRunning={isRunning} className="flex-1">
          {t('send_link')}
        </SubmitButton>
        <Button className="h-11!" onClick={onBack}>
          {t('back')}
        </Button>
      </div>
    </Form>
  )
}
