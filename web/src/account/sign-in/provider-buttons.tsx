import type { IdentityConfig } from '@nodeyard/contract/people'
import { useState } from 'react'
import { IdentityProblem, type Provider } from '../../ground/identity/identity.ts'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { useHydrated } from '../../ground/ui/hydrated.ts'
import { ProblemNote } from './problem-note.tsx'
import { ProviderMark } from './provider-mark.tsx'
import { providerNames, providersOf } from './providers.ts'
import type { Attempts } from './use-attempt.ts'

/** Signs in through GitHub or Google in a popup, or by redirect when the browser blocks popups. */
export function ProviderButtons({ config, attempt, problem }: { config: IdentityConfig } & Attempts) {
  const t = useText('auth')
  const isReady = useHydrated()
  const [last, setLast] = useState<Provider>()
  const providers = providersOf(config)
  if (providers.length === 0) return null
  const isBlocked = problem instanceof IdentityProblem && isAboutWindows.has(problem.code)
  return (
    <div className="grid gap-2">
      {providers.map((provider) => (
        <Button
          key={provider}
          className="h-11!"
          disabled={!isReady}
          onClick={() => {
            setLast(provider)
            void attempt(({ signIn }) => signIn.popup(provider))
          }}
        >
          <ProviderMark provider={provider} />
          {t('continue_with', { name: providerNames[provider] })}
        </Button>
      ))}
      {config.standInProviders.length > 0 && <p className="text-sm text-muted">{t('stand_in')}</p>}
      {isBlocked && last && (
        <ProblemNote problem={problem}>
          <Button onClick={() => void attempt(({ signIn }) => signIn.redirect(last))}>
            {t('without_window')}
          </Button>
        </ProblemNote>
      )}
      {config.methods.includes('password') && (
        <p className="divider pt-2 text-sm text-muted">
          <span>{t('or')}</span>
        </p>
      )}
    </div>
  )
}

/** Codes of popup errors, which appear next to the provider buttons instead of in the form. */
export const isAboutWindows: ReadonlySet<string> = new Set([
  'popup-blocked',
  'operation-not-supported-in-this-environment',
])
