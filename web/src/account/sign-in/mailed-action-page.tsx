import { type ReactNode, useCallback, useEffect, useState } from 'react'
import { useLocation, useNavigate, useSearchParams } from 'react-router'
import { Form } from '../../ground/forms/form.tsx'
import type { Identity, MailedAction, SignedInUser } from '../../ground/identity/identity.ts'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useText } from '../../ground/site/site.ts'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { useHydrated } from '../../ground/ui/hydrated.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { EmailField } from './email-field.tsx'
import { forgetEmail, rememberedEmail } from './email-of-link.ts'
import { AuthFrame } from './frame.tsx'
import { NewPassword } from './new-password.tsx'
import { ProblemNote } from './problem-note.tsx'
import { ProveHolder } from './prove-holder.tsx'
import { returnUrl } from './return-url.ts'
import { SecondFactor } from './second-factor.tsx'
import { SubmitButton } from './submit-button.tsx'
import { useAttempt } from './use-attempt.ts'

export const handle: PageHandle = { namespaces: ['auth'] }
export const loader = pageLoader(paths.mailedAction, handle, async () => {})

/**
 * Target of the links in emails. Nothing happens before the user presses a button, because mail scanners open
 * links too.
 */
export function Component() {
  const [params] = useSearchParams()
  const { state } = useLocation()
  const code = params.get('oobCode')
  if (!useHydrated()) return <Waiting />
  if (isDone(state)) return <ActionDone {...state} />
  if (!code) return <BrokenLink />
  if (params.get('mode') === 'signIn') return <SignInByLink />
  return <Checked code={code} />
}

function Waiting() {
  const t = useText('auth')
  return (
    <AuthFrame title={t('link_title')}>
      <Spinner label={t('one_moment')} />
    </AuthFrame>
  )
}

function Checked({ code }: { code: string }) {
  const { attempt, problem } = useAttempt()
  const [checked, setChecked] = useState<CheckedAction>()
  useEffect(
    () =>
      void attempt(async ({ mail, ready }) => {
        const action = await mail.check(code)
        setChecked({ action, isHolder: isSignedInAs(await ready(), action) })
      }),
    [attempt, code],
  )
  if (problem !== undefined) return <BrokenLink problem={problem} />
  if (!checked) return <Waiting />
  return checked.action.operation === 'reset' ? (
    <NewPasswordByLink code={code} email={checked.action.email ?? ''} />
  ) : (
    <ActionByLink code={code} {...checked} />
  )
}

interface CheckedAction {
  action: MailedAction
  /** Whether the user is signed in to the account or the operation needs no sign-in. */
  isHolder: boolean
}

function isSignedInAs(user: SignedInUser | null, { operation, account }: MailedAction): boolean {
  if (operation !== 'verify' && operation !== 'change') return true
  return account !== null && user?.email?.toLowerCase() === account.toLowerCase()
}

function BrokenLink({ problem }: { problem?: unknown }) {
  const t = useText('auth')
  return (
    <AuthFrame title={t('link_title')}>
      {problem === undefined ? (
        <Notice tone="warn" title={t('problem_link')} />
      ) : (
        <ProblemNote problem={problem} />
      )}
      <ButtonLink look="primary" className="h-11!" to={links.login('')}>
        {t('to_log_in')}
      </ButtonLink>
    </AuthFrame>
  )
}

function Done({
  title,
  children,
  next,
  fromUrl = null,
}: {
  title: string
  children: ReactNode
  next: 'log-in' | 'account'
  /** The page before the sign-up, if its mail has led here. */
  fromUrl?: string | null
}) {
  const t = useText('auth')
  const toNext =
    next === 'log-in'
      ? { to: links.login(links.account()), text: t('log_in') }
      : fromUrl
        ? { to: returnUrl(fromUrl, location.origin).slice(location.origin.length), text: t('continue') }
        : { to: links.account(), text: t('to_account') }
  return (
    <AuthFrame title={title}>
      <p role="status" className="text-pretty">
        {children}
      </p>
      <ButtonLink look="primary" className="h-11!" to={toNext.to}>
        {toNext.text}
      </ButtonLink>
    </AuthFrame>
  )
}

function NewPasswordByLink({ code, email }: { code: string; email: string }) {
  const t = useText('auth')
  const { attempt, isRunning, problem } = useAttempt()
  const [password, setPassword] = useState('')
  const [isDone, setDone] = useState(false)
  const submit = () => {
    void attempt(async ({ mail }) => {
      await mail.setPassword(code, password)
      setDone(true)
    })
  }
  if (isDone) {
    return (
      <Done title={t('new_password_title')} next="log-in">
        {t('new_password_done')}
      </Done>
    )
  }
  return (
    <AuthFrame title={t('new_password_title')} lead={t('new_password_lead', { email })}>
      <Form method="post" onSubmit={submit} className="grid gap-4">
        <ProblemNote problem={problem} />
        <input type="hidden" autoComplete="username" value={email} readOnly />
        <NewPassword label={t('new_password')} value={password} onType={setPassword} />
        <SubmitButton isRunning={isRunning}>{t('save_password')}</SubmitButton>
      </Form>
    </AuthFrame>
  )
}

/** Stored in the history state, because ending the session remounts the page. */
interface DoneState {
  done: MailedAction
  fromUrl: string | null
}

function isDone(state: unknown): state is DoneState {
  return typeof state === 'object' && state !== null && 'done' in state
}

function ActionByLink({ code, action, isHolder }: { code: string } & CheckedAction) {
  const t = useText('auth')
  const navigate = useNavigate()
  const fromUrl = fromUrlOf(useSearchParams()[0])
  const { attempt, isRunning, problem, needed, cancel } = useAttempt()
  const { title, lead } = useActionTexts(action)
  const confirm = (signIn?: (identity: Identity) => Promise<void>) =>
    void attempt(async (identity) => {
      await signIn?.(identity)
      await identity.mail.apply(code)
      await navigate({ search: '' }, { replace: true, state: { done: action, fromUrl } satisfies DoneState })
      await identity.refresh().catch(() => {})
    })
  const finish = () => {
    cancel()
    confirm()
  }
  if (needed) {
    return (
      <AuthFrame title={t('second_factor_title')} lead={t('second_factor_lead')}>
        <SecondFactor needed={needed} onDone={finish} onCancel={cancel} />
      </AuthFrame>
    )
  }
  if (!isHolder) {
    return (
      <AuthFrame title={title} lead={lead}>
        <ProveHolder action={action} isRunning={isRunning} problem={problem} onPassword={confirm} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={title} lead={lead}>
      <ProblemNote problem={problem} />
      <Button disabled={isRunning} look="primary" className="h-11!" onClick={() => confirm()}>
        {t('confirm')}
      </Button>
    </AuthFrame>
  )
}

function ActionDone({ done: action, fromUrl }: DoneState) {
  const { title, done } = useActionTexts(action)
  return (
    <Done title={title} next={action.operation === 'verify' ? 'account' : 'log-in'} fromUrl={fromUrl}>
      {done}
    </Done>
  )
}

function useActionTexts({ operation, email }: MailedAction) {
  const t = useText('auth')
  const values = { email: email ?? '' }
  const nothing = { title: '', lead: '', done: '' }
  const texts: Record<MailedAction['operation'], typeof nothing> = {
    verify: { title: t('verify_title'), lead: t('verify_lead', values), done: t('verify_done', values) },
    change: { title: t('change_title'), lead: t('change_lead', values), done: t('change_done', values) },
    recover: { title: t('recover_title'), lead: t('recover_lead', values), done: t('recover_done', values) },
    'remove-factor': {
      title: t('remove_factor_title'),
      lead: t('remove_factor_lead'),
      done: t('remove_factor_done'),
    },
    reset: nothing,
    'sign-in': nothing,
  }
  return texts[operation]
}

/** Asks for the address again in another browser, so that a leaked link alone cannot sign anyone in. */
function SignInByLink() {
  const t = useText('auth')
  const [params] = useSearchParams()
  const { attempt, isRunning, problem, needed, cancel } = useAttempt()
  const [email, setEmail] = useState('')
  useEffect(() => setEmail(rememberedEmail()), [])
  const fromUrl = fromUrlOf(params)
  const leave = useCallback(() => {
    forgetEmail()
    location.replace(returnUrl(fromUrl, location.origin))
  }, [fromUrl])
  const submit = () => {
    void attempt(async ({ signIn }) => {
      await signIn.emailLink(email.trim(), location.href)
      leave()
    })
  }
  if (needed) {
    return (
      <AuthFrame title={t('second_factor_title')} lead={t('second_factor_lead')}>
        <SecondFactor needed={needed} onDone={leave} onCancel={cancel} />
      </AuthFrame>
    )
  }
  return (
    <AuthFrame title={t('log_in')} lead={t('email_link_lead')}>
      <Form method="post" onSubmit={submit} className="grid gap-4">
        <ProblemNote problem={problem} />
        <EmailField label={t('email')} autoComplete="email" value={email} onType={setEmail} />
        <SubmitButton isRunning={isRunning}>{isRunning ? t('logging_in') : t('log_in')}</SubmitButton>
      </Form>
    </AuthFrame>
  )
}

/** Reads the return path from the link itself or from its continue URL. */
function fromUrlOf(params: URLSearchParams): string | null {
  const own = params.get('fromUrl')
  const returnTo = params.get('continueUrl') ?? ''
  return own ?? (URL.canParse(returnTo) ? new URL(returnTo).searchParams.get('fromUrl') : null)
}
