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
import { PasswordSignIn } from './password-sign-in.tsx'
import { PhoneSignIn } from './phone-sign-in.tsx'
import { ProviderButtons } from './provider-buttons.tsx'
import { SecondFactor } from './second-factor.tsx'
import { SignUpForm } from './sign-up-form.tsx'
import { type Attempts, useAttempt } from './use-attempt.ts'
import { wayBack } from './way-back.ts'
import { OtherPage, OtherWays, type Way } from './ways.tsx'

/** Log in and sign up: the same ways for both, but for the form. Afterwards people are where they came from. */
export function SignInPage({ kind }: { kind: 'login' | 'signup' }) {
  const t = useText('auth')
  const { data: config } = useQuery(identityConfigQuery(useSite()))
  const [way, setWay] = useState<Way>('password')
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
  if (config.methods.length === 0) return <NotSwitchedOn title={title} />
  if (attempts.needed) {
    return (
      <AuthFrame title={t('second_factor_title')} lead={t('second_factor_lead')}>
        <SecondFactor needed={attempts.needed} onDone={leave} onCancel={attempts.cancel} />
      </AuthFrame>
    )
  }
  const back = () => setWay('password')
  const forms: Record<Way, () => ReactNode> = {
    password: () => (isLogin ? <PasswordSignIn {...attempts} /> : <SignUpForm {...attempts} hold={hold} />),
    'email-link': () => <EmailLinkForm onBack={back} />,
    phone: () => <PhoneSignIn onDone={leave} onBack={back} />,
  }
  return (
    <AuthFrame title={title} lead={isLogin ? t('log_in_lead') : t('sign_up_lead')}>
      {way === 'password' && <ProviderButtons config={config} {...attempts} />}
      {config.methods.includes('password') || way !== 'password' ? forms[way]() : null}
      <OtherWays methods={config.methods} way={way} onChoose={setWay} />
      {!isLogin && <MailboxNote />}
      <OtherPage kind={kind} />
    </AuthFrame>
  )
}

/**
 * Whoever is signed in, on this page or in another tab, goes back to where they came from, to a page made for
 * them. Only who has just signed up is told first that a mail is waiting.
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
    location.replace(wayBack(fromUrl, location.origin))
  }, [fromUrl])
  const isLeaving = session.state === 'signed-in' && held === undefined
  useEffect(() => {
    if (isLeaving) leave()
  }, [isLeaving, leave])
  return { leave, isLeaving, hold: setHeld, mailedTo: held?.mailedTo }
}

/** Also has the SDK ready before somebody presses a button: a window may only be opened at once. */
function useRedirectResult({ attempt }: Attempts): void {
  useEffect(() => void attempt(({ signIn }) => signIn.redirectResult(), { isQuiet: true }), [attempt])
}

function NotSwitchedOn({ title }: { title: string }) {
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
