import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { identityConfigQuery } from '../session/identity-config.ts'
import { useSite, useText } from '../site.ts'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { NewPassword } from './new-password.tsx'
import { ProblemNote } from './problem-note.tsx'
import type { Attempts } from './use-attempt.ts'

/** A new account by address and password. `hold` keeps the page while a mail is sent, and says to whom it went. */
export function SignUpForm({
  attempt,
  isRunning,
  problem,
  hold,
}: Attempts & { hold(why: { mailedTo?: string } | undefined): void }) {
  const t = useText('auth')
  const isReady = useHydrated()
  const { data: config } = useQuery(identityConfigQuery(useSite()))
  const [name, setName] = useState('')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
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
      // The account is there, with or without the mail; another one can be asked for on the account page.
      const wasSent = await identity.mail.sendVerification().then(
        () => true,
        () => false,
      )
      hold(wasSent ? { mailedTo: person.email } : undefined)
    })
  }
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
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
      <Field
        label={t('email')}
        type="email"
        autoComplete="username"
        required
        maxLength={320}
        dir="ltr"
        value={email}
        onChange={(event) => setEmail(event.target.value)}
      />
      <NewPassword label={t('password')} value={password} onType={setPassword} />
      <button type="submit" disabled={!isReady || isRunning} className={buttonClass('primary', 'h-11!')}>
        {isRunning ? t('signing_up') : t('sign_up')}
      </button>
    </form>
  )
}
