import { type FormEvent, useState } from 'react'
import { Link } from 'react-router'
import { IdentityProblem } from '../identity/identity.ts'
import { links } from '../links.ts'
import { useText } from '../site.ts'
import { buttonClass } from '../ui/button.tsx'
import { Field } from '../ui/field.tsx'
import { useHydrated } from '../ui/hydrated.ts'
import { PasswordField } from './password-field.tsx'
import { ProblemNote } from './problem-note.tsx'
import { isAboutWindows } from './provider-buttons.tsx'
import type { Attempts } from './use-attempt.ts'

export function PasswordSignIn({ attempt, isRunning, problem }: Attempts) {
  const t = useText('auth')
  const isReady = useHydrated()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    void attempt(({ signIn }) => signIn.password(email.trim(), password))
  }
  return (
    <form method="post" onSubmit={submit} className="grid gap-4">
      {!(problem instanceof IdentityProblem && isAboutWindows.has(problem.code)) && (
        <ProblemNote problem={problem} />
      )}
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
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        required
        maxLength={4096}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <button type="submit" disabled={!isReady || isRunning} className={buttonClass('primary', 'h-11!')}>
        {isRunning ? t('logging_in') : t('log_in')}
      </button>
      <Link to={links.resetPassword()} className="justify-self-start text-sm text-accent underline">
        {t('forgot_password')}
      </Link>
    </form>
  )
}
