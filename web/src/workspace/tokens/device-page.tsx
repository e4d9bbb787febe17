import { RegistryRefusal } from '@nodeyard/contract/client'
import {
  approveDeviceLogin,
  type DeviceLogin,
  denyDeviceLogin,
  getDeviceLogin,
} from '@nodeyard/contract/device-login'
import type { Publisher } from '@nodeyard/contract/publishers'
import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useCallback, useState } from 'react'
import { CreatePublisherForm } from '../../account/access/create-publisher-form.tsx'
import { SignedInOnly } from '../../account/access/guards.tsx'
import { managedPublisherQuery, ownPublishersQuery } from '../../account/access/queries.ts'
import { useMay } from '../../account/access/use-may.ts'
import { Field } from '../../ground/forms/field.tsx'
import { SelectField } from '../../ground/forms/select-field.tsx'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { deviceSearch, memberPaths } from '../../ground/paths/member-links.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Button, buttonClass } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { useLoaded } from '../../ground/ui/loaded.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { useAction } from '../../ground/ui/use-action.ts'

export const handle: PageHandle = { namespaces: ['device', 'workspace', 'forms'] }
export const loader = pageLoader(memberPaths.device, handle, async () => {})

/** Decides about the sign-in of a program, whose code the user enters. */
export function Component() {
  const t = useText('device')
  const { code } = useSearch(deviceSearch)
  const [entered, setEntered] = useState(code)
  return (
    <>
      <PageHead title={t('title')} />
      <SignedInOnly>
        {() => (
          <Main className="grid max-w-xl! content-start gap-5">
            <h1 className="text-2xl font-bold tracking-tight">{t('title')}</h1>
            {entered === '' ? (
              <EnterCode onEnter={setEntered} />
            ) : (
              <OpenLogin code={writtenCode(entered)} onEnter={setEntered} />
            )}
          </Main>
        )}
      </SignedInOnly>
    </>
  )
}

/** Returns a code as terminals show it. */
function writtenCode(entered: string): string {
  const letters = entered.replace(/[^a-z]/gi, '').toUpperCase()
  return `${letters.slice(0, 4)}-${letters.slice(4)}`
}

function EnterCode({ onEnter }: { onEnter(code: string): void }) {
  const t = useText('device')
  const [value, setValue] = useState('')
  const submit = (event: FormEvent) => {
    event.preventDefault()
    onEnter(value.trim())
  }
  return (
    <form onSubmit={submit} className="grid gap-4">
      <Field
        label={t('code')}
        hint={t('code_hint')}
        required
        dir="ltr"
        autoComplete="off"
        autoCapitalize="characters"
        spellCheck={false}
        maxLength={20}
        value={value}
        onChange={(event) => setValue(event.target.value)}
      />
      <button type="submit" className={buttonClass('primary', 'justify-self-start')}>
        {t('continue')}
      </button>
    </form>
  )
}

function OpenLogin({ code, onEnter }: { code: string; onEnter(code: string): void }) {
  const t = useText('device')
  const loading = useText('common')('loading')
  const site = useSite()
  const load = useCallback(
    () => site.registry.call(getDeviceLogin, { params: { userCode: code } }),
    [site.registry, code],
  )
  const loaded = useLoaded(load)
  const publishers = useQuery(ownPublishersQuery(site))
  const [outcome, setOutcome] = useState<'approved' | 'denied'>()
  if (outcome) return <Notice tone="info" title={t(outcome)} />
  if (loaded.state === 'failed')
    return isUnknown(loaded.error) ? (
      <>
        <RefusalNote problem={loaded.error} />
        <EnterCode onEnter={onEnter} />
      </>
    ) : (
      <LoadProblem problem={loaded.error} retry={loaded.retry} />
    )
  if (publishers.error && !publishers.data)
    return <LoadProblem problem={publishers.error} retry={() => void publishers.refetch()} />
  if (loaded.state === 'loading' || !publishers.data) return <Spinner label={loading} />
  return publishers.data.length === 0 ? (
    <section className="grid gap-4">
      <p className="text-pretty">{t('needs_publisher')}</p>
      <CreatePublisherForm onCreated={() => void publishers.refetch()} />
    </section>
  ) : (
    <Decision code={code} login={loaded.value} publishers={publishers.data} onDecided={setOutcome} />
  )
}

const isUnknown = (error: unknown): boolean =>
  error instanceof RegistryRefusal && error.problem.error === 'device_login_unknown'

const lives = [30, 90, 365] as const

interface DecisionProps {
  code: string
  login: DeviceLogin
  publishers: Publisher[]
  onDecided(outcome: 'approved' | 'denied'): void
}

function Decision({ code, login, publishers, onDecided }: DecisionProps) {
  const t = useText('device')
  const site = useSite()
  const { registry } = site
  const wanted = publishers.find(({ id }) => id === login.publisher_id) ?? publishers[0]
  const [publisherId, setPublisherId] = useState(wanted?.id ?? '')
  const [days, setDays] = useState('90')
  const may = useMay(publisherId)
  const mayApprove = may(approveDeviceLogin)
  const mayDeny = may(denyDeviceLogin)
  const isRoleKnown = !useQuery(managedPublisherQuery(site, publisherId)).isPending
  const { run, isRunning, problem } = useAction()
  const params = { userCode: code }
  const approve = async (event: FormEvent) => {
    event.preventDefault()
    const body = { publisher_id: publisherId, expires_in_days: Number(days) }
    if (await run(() => registry.call(approveDeviceLogin, { params, body }))) onDecided('approved')
  }
  const deny = async () => {
    if (await run(() => registry.call(denyDeviceLogin, { params }))) onDecided('denied')
  }
  return (
    <form onSubmit={(event) => void approve(event)} className="grid gap-4">
      <Notice tone="warn" title={t('asks', { name: login.client_name })}>
        <p className="text-pretty">{t('only_own', { code })}</p>
      </Notice>
      <SelectField
        label={t('publisher')}
        hint={mayApprove || !isRoleKnown ? t('publisher_hint') : t('owners_only')}
        value={publisherId}
        onChange={(event) => setPublisherId(event.target.value)}
        options={publishers.map(({ id, name }) => ({
          value: id,
          text: name === id ? id : `${name} (${id})`,
        }))}
      />
      <LifeField days={days} onChange={setDays} />
      <RefusalNote problem={problem} />
      <div className="flex flex-wrap gap-2">
        {mayApprove && (
          <button
            type="submit"
            disabled={isRunning}
            className={buttonClass('primary', 'disabled:opacity-50')}
          >
            {t('approve')}
          </button>
        )}
        {mayDeny && (
          <Button disabled={isRunning} onClick={() => void deny()}>
            {t('deny')}
          </Button>
        )}
      </div>
    </form>
  )
}

function LifeField({ days, onChange }: { days: string; onChange(days: string): void }) {
  const t = useText('device')
  const { settings } = useSite()
  const dateIn = (count: number) =>
    formatsOf(settings.locale).date(new Date(Date.now() + count * 86_400_000).toISOString())
  return (
    <SelectField
      label={t('life')}
      value={days}
      onChange={(event) => onChange(event.target.value)}
      options={lives.map((count) => ({ value: String(count), text: t('until', { date: dateIn(count) }) }))}
    />
  )
}
