import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useCallback, useEffect, useRef, useState } from 'react'
import { useSearchParams } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { identityConfigQuery } from '../../ground/site/identity-config.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { useSession } from '../../ground/site/use-session.ts'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { EmailLinkForm } from './email-link-form.tsx'
import { AuthFrame } from './frame.tsx'
import { MailboxNote } from './mailbox-note.tsx'
import { type FormMethod, OtherMethods, OtherPage } from './other-methods.tsx'
import { PasswordSignIn } from './password-sign-in.tsx'
import { PhoneSignIn } from './phone-sign-in.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { returnUrl } from './return-url.ts'
import { SecondFactor } from './second-factor.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { type Attempts, useAttempt } from './use-attempt.ts'

/** Log-in and sign-up page. Both offer the same methods and return the user to the previous page. */
export function SignInPage({ kind }: { kind: 'login' | 'signup' }) {
  const t = useText('auth')
  const { data: config } = useQuery(identityConfigQuery(useSite()))
  const [method, setMethod] = useState<FormMethod>('password')
  const { leave, isLeaving, hold, mailedTo } = useLeaving()
  const attempts = useAttempt()
  useRedirectResult(attempts)
  const isLogin = kind === 'login'
  const title = isLogin ? t('log_in') : t('sign_up')

  if (mailedTo) return <MailedNotice email={mailedTo} onContinue={leave} />
  if (isLeaving || !config) {
    return (
      <AuthFrame title={title}>
        <Spinner label={t('one_moment')} />
      </AuthFrame>
    )
  }
  if (config.methods.length === 0) return <SignInDisabled title={title} />
  if (attempts.needed) {
    return (
      <AuthFrame title={t('second_factor_title')} lead={t('second_factor_lead')}>
        <SecondFactor needed={attempts.needed} onDone={leave} onCancel={attempts.cancel} />
      </AuthFrame>
    )
  }
  const back = () => setMethod('password')
  const forms: Record<FormMethod, () => ReactNode> = {
    password: () => (isLogin ? <PasswordSignIn {...attempts} /> : <SignUpForm {...attempts} hold={hold} />),
    'email-link': () => <EmailLinkForm onBack={back} />,
    phone: () => <PhoneSignIn onDone={leave} onBack={back} />,
  }
  return (
    <AuthFrame title={title} lead={isLogin ? t('log_in_lead') : t('sign_up_lead')}>
      {method === 'password' && <ProviderButtons config={config} {...attempts} />}
      {config.methods.includes('password') || method !== 'password' ? forms[method]() : null}
      <OtherMethods methods={config.methods} method={method} onChoose={setMethod} />
      {!isLogin && <MailboxNote />}
      <OtherPage kind={kind} />
    </AuthFrame>
  )
}

/**
 * Returns signed-in users to the previous page with a full page load, also after a sign-in in another tab. A
 * new user first sees that a verification email was sent.
 */
function useLeaving() {
  const [params] = useSearchParams()
  const fromUrl = params.get('fromUrl')
  const session = useSession()
  const hasLeft = useRef(false)
  const [held, setHeld] = useState<{ mailedTo?: string }>()
  const leave = useCallback(() => {
    if (hasLeft.current) return
    hasLeft.current = true
    location.replace(returnUrl(fromUrl, location.origin))
  }, [fromUrl])
  const isLeaving = session.state === 'signed-in' && held === undefined
  useEffect(() => {
    if (isLeaving) leave()
  }, [isLeaving, leave])
  return { leave, isLeaving, hold: setHeld, mailedTo: held?.mailedTo }
}

/**
 * Completes a redirect sign-in. This also loads the SDK before a press, because browsers allow popups only
 * right after one.
 */
function useRedirectResult({ attempt }: Attempts): void {
  useEffect(() => void attempt(({ signIn }) => signIn.redirectResult(), { isQuiet: true }), [attempt])
}

function SignInDisabled({ title }: { title: string }) {
  const t = useText('auth')
  return (
    <AuthFrame title={title}>
      <Notice tone="info" title={t('not_switched_on')}>
        {t('not_switched_on_text')}
      </Notice>
      <ButtonLink look="primary" to={links.home()}>
        {t('browse')}
      </ButtonLink>
    </AuthFrame>
  )
}

function MailedNotice({ email, onContinue }: { email: string; onContinue(): void }) {
  const t = useText('auth')
  return (
    <AuthFrame title={t('check_mail')}>
      <p className="text-pretty">{t('verification_sent', { email })}</p>
      <MailboxNote />
      <Button look="primary" className="h-11!" onClick={onContinue}>
        {t('continue')}
      </Button>
    </AuthFrame>
  )
}
