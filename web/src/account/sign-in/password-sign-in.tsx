import { useState } from 'react'
import { Link } from 'react-router'
import { Form } from '../../ground/forms/form.tsx'
import { IdentityProblem } from '../../ground/identity/identity.ts'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { EmailField } from './email-field.tsx'
import { PasswordField } from './password-field.tsx'
import { ProblemNote } from './problem-note.tsx'
import { isAboutWindows } from './provider-buttons.tsx'
import { SubmitButton } from './submit-button.tsx'
import type { Attempts } from './use-attempt.ts'

export function PasswordSignIn({ attempt, isRunning, problem }: Attempts) {
  const t = useText('auth')
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const submit = () => {
    void attempt(({ signIn }) => signIn.password(email.trim(), password))
  }
  return (
    <Form method="post" onSubmit={submit} className="grid gap-4">
      {!(problem instanceof IdentityProblem && isAboutWindows.has(problem.code)) && (
        <ProblemNote problem={problem} />
      )}
      <EmailField label={t('email')} autoComplete="username" value={email} onType={setEmail} />
      <PasswordField
        label={t('password')}
        autoComplete="current-password"
        required
        maxLength={4096}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <SubmitButton isRunning={isRunning}>{isRunning ? t('logging_in') : t('log_in')}</SubmitButton>
      <Link to={links.resetPassword()} className="justify-self-start text-sm text-accent underline">
        {t('forgot_password')}
      </Link>
    </Form>
  )
}
