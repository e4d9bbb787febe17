import type { IdentityConfig } from '@nodeyard/contract/people'
import { createContext, type ReactNode, useCallback, useContext, useState } from 'react'
import { Form } from '../../ground/forms/form.tsx'
import { type Identity, IdentityProblem, type SignedInUser } from '../../ground/identity/identity.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { PasswordField } from '../sign-in/password-field.tsx'
import { ProblemNote } from '../sign-in/problem-note.tsx'
import { ProviderMark } from '../sign-in/provider-mark.tsx'
import { isProvider, providerNames, providersOf } from '../sign-in/providers.ts'
import { SecondFactor } from '../sign-in/second-factor.tsx'
import { SubmitButton } from '../sign-in/submit-button.tsx'
import { useAttempt } from '../sign-in/use-attempt.ts'

/** Sensitive changes need a recent sign-in, in case the user left the computer unattended. */
export const proofNeeded = 'requires-recent-login'

type Action<Value> = (identity: Identity) => Promise<Value>
/** Runs an account change, after a new sign-in if the service requires one. */
type WithProof = <Value>(action: Action<Value>) => Promise<Value>

const ProofContext = createContext<WithProof | null>(null)

export function useProof(): WithProof {
  const withProof = useContext(ProofContext)
  if (!withProof) throw new Error('The question for a proof is missing around this component.')
  return withProof
}

interface Pending {
  proved(): void
  refused(): void
}

export function ProofProvider({
  user,
  config,
  children,
}: {
  user: SignedInUser
  config: IdentityConfig
  children: ReactNode
}) {
  const { session } = useSite()
  const [pending, setPending] = useState<Pending>()
  const withProof = useCallback<WithProof>(
    async (action) => {
      const identity = await session.identity()
      try {
        return await action(identity)
      } catch (error) {
        if (!(error instanceof IdentityProblem && error.code === proofNeeded)) throw error
        await new Promise<void>((proved, refused) => setPending({ proved, refused: () => refused(error) }))
        return action(identity)
      }
    },
    [session],
  )
  return (
    <ProofContext value={withProof}>
      {children}
      {pending && (
        <ProofDialog
          user={user}
          config={config}
          onProved={() => {
            setPending(undefined)
            pending.proved()
          }}
          onClose={() => {
            setPending(undefined)
            pending.refused()
          }}
        />
      )}
    </ProofContext>
  )
}

function ProofDialog({
  user,
  config,
  onProved,
  onClose,
}: {
  user: SignedInUser
  config: IdentityConfig
  onProved(): void
  onClose(): void
}) {
  const t = useText('account')
  const { attempt, isRunning, problem, needed, cancel } = useAttempt()
  const own = user.providerData.map(({ providerId }) => providerId)
  const prove = (action: Action<void>) =>
    void attempt(async (identity) => {
      await action(identity)
      onProved()
    })
  return (
    <Dialog title={t('prove_title')} onClose={onClose}>
      {needed ? (
        <SecondFactor needed={needed} onDone={onProved} onCancel={cancel} />
      ) : (
        <>
          <p className="text-sm text-muted text-pretty">{t('prove_lead')}</p>
          <ProblemNote problem={problem} />
          {own.includes('password') && (
            <PasswordProof
              email={user.email ?? ''}
              isRunning={isRunning}
              onSubmit={(password) => prove(({ account }) => account.proveByPassword(password))}
            />
          )}
          {providersOf(config)
            .filter((provider) => own.includes(provider))
            .map((provider) => (
              <Button
                key={provider}
                className="h-11!"
                onClick={() => prove(({ account }) => account.proveByPopup(provider))}
              >
                <ProviderMark provider={provider} />
                {t('prove_with', { name: providerNames[provider] })}
              </Button>
            ))}
          {!own.includes('password') && !own.some(isProvider) && (
            <p className="text-sm text-pretty">{t('prove_by_login')}</p>
          )}
        </>
      )}
      <Button look="quiet" onClick={onClose}>
        {t('cancel')}
      </Button>
    </Dialog>
  )
}

interface PasswordProofProps {
  email: string
  isRunning: boolean
  onSubmit(password: string): void
}

function PasswordProof({ email, isRunning, onSubmit }: PasswordProofProps) {
  const t = useText('account')
  const [password, setPassword] = useState('')
  const submit = () => {
    onSubmit(password)
  }
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <input type="hidden" autoComplete="username" value={email} readOnly />
      <PasswordField
        label={t('current_password')}
        autoComplete="current-password"
        required
        autoFocus
        maxLength={4096}
        value={password}
        onChange={(event) => setPassword(event.target.value)}
      />
      <SubmitButton isRunning={isRunning}>{t('prove_action')}</SubmitButton>
    </Form>
  )
}
