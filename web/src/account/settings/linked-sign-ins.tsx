import type { IdentityConfig } from '@nodeyard/contract/people'
import { type ReactNode, useState } from 'react'
import type { SignedInUser } from '../../ground/identity/identity.ts'
import { useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { Part, PartRow } from '../../ground/ui/part.tsx'
import { ProblemNote } from '../sign-in/problem-note.tsx'
import { ProviderMark } from '../sign-in/provider-mark.tsx'
import { providerNames, providersOf } from '../sign-in/providers.ts'
import { PhoneDialog } from './phone-dialog.tsx'
import { useChange } from './use-change.ts'

/** Links and unlinks sign-in methods. The last one cannot be unlinked. */
export function LinkedSignIns({ user, config }: { user: SignedInUser; config: IdentityConfig }) {
  const t = useText('account')
  const { change, isRunning, problem } = useChange()
  const [isAddingPhone, setAddingPhone] = useState(false)
  const own = new Map(user.providerData.map((one) => [one.providerId, one]))
  const toggle = (providerId: string, name: string, link: () => void) =>
    own.has(providerId) ? (
      <Button
        disabled={isRunning || own.size === 1}
        aria-label={t('unlink_name', { name })}
        onClick={() => void change(({ account }) => account.unlink(providerId), t('unlinked', { name }))}
      >
        {t('unlink')}
      </Button>
    ) : (
      <Button disabled={isRunning} aria-label={t('link_name', { name })} onClick={link}>
        {t('link')}
      </Button>
    )
  const providers = providersOf(config)
  if (providers.length === 0 && !config.methods.includes('phone')) return null
  return (
    <Part title={t('sign_ins')} lead={t('sign_ins_lead')}>
      <ProblemNote problem={problem} />
      <ul>
        {providers.map((provider) => (
          <PartRow
            key={provider}
            action={toggle(provider, providerNames[provider], () => {
              const linked = t('linked', { name: providerNames[provider] })
              void change(({ account }) => account.link(provider), linked)
            })}
          >
            <ProviderMark provider={provider} />
            <LabeledValue name={providerNames[provider]}>{own.get(provider)?.email}</LabeledValue>
          </PartRow>
        ))}
        {config.methods.includes('phone') && (
          <PartRow action={toggle('phone', t('phone'), () => setAddingPhone(true))}>
            <Icon name="phone" />
            <LabeledValue name={t('phone')}>{user.phoneNumber}</LabeledValue>
          </PartRow>
        )}
      </ul>
      {isAddingPhone && (
        <PhoneDialog
          title={t('link_phone_title')}
          success={t('linked', { name: t('phone') })}
          start={({ account }, number) => account.linkPhone(number)}
          onClose={() => setAddingPhone(false)}
        />
      )}
    </Part>
  )
}

function LabeledValue({ name, children }: { name: string; children?: ReactNode }) {
  return (
    <div className="min-w-0">
      <p className="font-medium">{name}</p>
      {children && (
        <p className="truncate text-sm text-muted" dir="ltr">
          {children}
        </p>
      )}
    </div>
  )
}
