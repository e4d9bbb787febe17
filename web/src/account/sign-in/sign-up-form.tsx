import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useSearchParams } from 'react-router'
import { Field } from '../../ground/forms/field.tsx'
import { Form } from '../../ground/forms/form.tsx'
import { inLocale, links } from '../../ground/paths/links.ts'
import { identityConfigQuery } from '../../ground/site/identity-config.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { EmailField } from './email-field.tsx'
import { NewPassword } from './new-password.tsx'
import { ProblemNote } from './problem-note.tsx'
import { SubmitButton } from './submit-button.tsx'
import type { Attempts } from './use-attempt.ts'

/** Creates an account with a password. `hold` keeps the page open while the verification email is sent. */
export function SignUpForm({
  attempt,
  isRunning,
  problem,
  hold,
}: Attempts & { hold(why: { mailedTo?: string } | undefined): void }) {
  const t = useText('auth')
  const site = useSite()
  const { data: config } = useQuery(identityConfigQuery(site))
  const fromUrl = useSearchParams()[0].get('fromUrl') ?? ''
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = () => {
    void attempt(async (identity) => {
      const person = { name: name.trim(), email: email.trim(), password }
      if (!config?.sendsMail) return identity.signUp(person)
      hold({})
      try {
        await identity.signUp(person)
      } catch (error) {
        hold(undefined)
        throw error
      }
      // The account exists even if the email fails; the account page can send another one.
      const returnTo = location.origin + inLocale(site.settings.locale, links.mailedAction(fromUrl))
      const wasSent = await identity.mail.sendVerification(returnTo).then(
        () => true,
        () => false,
      )
      hold(wasSent ? { mailedTo: person.email } : undefined)
    })
  }
  return (
    <Form method="post" onSubmit={submit} className="grid gap-4">
      <ProblemNote problem={problem} />
      <Field
        label={t('name')}
        hint={t('name_hint')}
        autoComplete="name"
        maxLength={100}
        dir="auto"
        value={name}
        onChange={(event) => setName(event.target.value)}
      />
      <EmailField label={t('email')} autoComplete="username" value={email} onType={setEmail} />
      <NewPassword label={t('password')} value={password} onType={setPassword} />
      <SubmitButton isRunning={isRunning}>{isRunning ? t('signing_up') : t('sign_up')}</SubmitButton>
    </Form>
  )
}
