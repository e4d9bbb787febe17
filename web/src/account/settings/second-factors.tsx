import type { IdentityConfig } from '@nodeyard/contract/people'
import { useCallback, useEffect, useState } from 'react'
import type { Factor, SignedInUser } from '../../ground/identity/identity.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Part, PartRow } from '../../ground/ui/part.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { ProblemNote } from '../sign-in/problem-note.tsx'
import { AppDialog } from './app-dialog.tsx'
import { PhoneDialog } from './phone-dialog.tsx'
import { useChange } from './use-change.ts'

/** Manages the factors that every sign-in asks for after the password. Requires a verified email address. */
export function SecondFactors({ user, config }: { user: SignedInUser; config: IdentityConfig }) {
  const t = useText('account')
  const { change, isRunning, problem } = useChange()
  const { factors, reload } = useFactors(user)
  const [adding, setAdding] = useState<Factor['kind']>()
  const close = () => {
    setAdding(undefined)
    reload()
  }
  const remove = async (factor: Factor) => {
    const removed = t('factor_removed')
    if (await change(({ account }) => account.removeFactor(factor.id), removed)) reload()
  }
  const hasApp = factors.some(({ kind }) => kind === 'totp')
  const kinds = config.secondFactors.filter((kind) => kind !== 'totp' || !hasApp)
  return (
    <Part title={t('second_factors')} lead={t('second_factors_lead')}>
      <ProblemNote problem={problem} />
      <FactorList factors={factors} isRunning={isRunning} onRemove={(factor) => void remove(factor)} />
      {user.emailVerified ? (
        <AddButtons kinds={kinds} onAdd={setAdding} />
      ) : (
        <Notice tone="info" title={t('verify_first')} />
      )}
      {adding === 'totp' && <AppDialog onClose={close} />}
      {adding === 'phone' && (
        <PhoneDialog
          title={t('add_phone')}
          success={t('factor_added')}
          start={({ account }, number) => account.addPhone(number, '')}
          onClose={close}
        />
      )}
    </Part>
  )
}

interface FactorListProps {
  factors: readonly Factor[]
  isRunning: boolean
  onRemove(factor: Factor): void
}

function FactorList({ factors, isRunning, onRemove }: FactorListProps) {
  const t = useText('account')
  if (factors.length === 0) return null
  return (
    <ul>
      {factors.map((factor) => (
        <PartRow
          key={factor.id}
          action={
            <Button
              disabled={isRunning}
              aria-label={t('remove_name', { name: nameOf(factor, t('app')) })}
              onClick={() => onRemove(factor)}
            >
              {t('remove')}
            </Button>
          }
        >
          <Icon name={factor.kind === 'totp' ? 'app' : 'phone'} />
          <div className="min-w-0">
            <p className="truncate font-medium" dir="auto">
              {nameOf(factor, t('app'))}
            </p>
            {factor.addedAt && (
              <p className="text-sm text-muted">
                <Timestamp iso={factor.addedAt} />
              </p>
            )}
          </div>
        </PartRow>
      ))}
    </ul>
  )
}

interface AddButtonsProps {
  kinds: readonly Factor['kind'][]
  onAdd(kind: Factor['kind']): void
}

function AddButtons({ kinds, onAdd }: AddButtonsProps) {
  const t = useText('account')
  return (
    <div className="flex flex-wrap gap-2">
      {kinds.includes('totp') && (
        <Button onClick={() => onAdd('totp')}>
          <Icon name="app" />
          {t('add_app')}
        </Button>
      )}
      {kinds.includes('phone') && (
        <Button onClick={() => onAdd('phone')}>
          <Icon name="phone" />
          {t('add_phone')}
        </Button>
      )}
    </div>
  )
}

function nameOf({ kind, name }: Factor, app: string): string {
  return kind === 'totp' ? name || app : name
}

function useFactors(user: SignedInUser) {
  const { session } = useSite()
  const [factors, setFactors] = useState<Factor[]>([])
  const reload = useCallback(() => {
    session.identity().then(
      ({ account }) => setFactors(account.factors()),
      () => {},
    )
  }, [session])
  // biome-ignore lint/correctness/useExhaustiveDependencies: any change of the user can affect the factors
  useEffect(reload, [reload, user])
  return { factors, reload }
}
