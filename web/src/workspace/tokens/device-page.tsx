import { nodeIdPattern, RegistryRefusal } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  approveDeviceLogin,
  type DeviceLogin,
  denyDeviceLogin,
  getDeviceLogin,
  type Publisher,
  type TokenAction,
} from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import { Fragment, useCallback, useState } from 'react'
import { CreatePublisherForm } from '../../account/access/create-publisher-form.tsx'
import { SignedInOnly } from '../../account/access/guards.tsx'
import { managedPublisherQuery, ownPublishersQuery } from '../../account/access/queries.ts'
import { useMay } from '../../account/access/use-may.ts'
import { ProofProvider, proofNeeded, useProof } from '../../account/settings/proof.tsx'
import { ChoiceField } from '../../ground/forms/choice-field.tsx'
import { Field } from '../../ground/forms/field.tsx'
import { Form } from '../../ground/forms/form.tsx'
import { SelectField } from '../../ground/forms/select-field.tsx'
import { IdentityProblem } from '../../ground/identity/identity.ts'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { identityConfigQuery } from '../../ground/site/identity-config.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Button } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { useLoaded } from '../../ground/ui/loaded.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { nodeIdsQuery } from './queries.ts'

export const handle: PageHandle = { namespaces: ['device', 'workspace', 'forms', 'account', 'auth'] }
export const loader = pageLoader(memberPaths.device, handle, ({ site }) =>
  site.queries.ensureQueryData(identityConfigQuery(site)),
)

/** Decides about the sign-in of a program, whose code the user types: a link from a stranger brings none. */
export function Component() {
  const t = useText('device')
  const { data: config } = useQuery(identityConfigQuery(useSite()))
  const [entered, setEntered] = useState('')
  return (
    <>
      <PageHead title={t('title')} />
      <SignedInOnly>
        {(user) =>
          config && (
            <ProofProvider user={user} config={config}>
              <Main className="grid max-w-xl! content-start gap-5">
                <h1 className="text-2xl font-bold tracking-tight">{t('title')}</h1>
                {entered === '' ? (
                  <EnterCode onEnter={setEntered} />
                ) : (
                  <OpenLogin code={writtenCode(entered)} onEnter={setEntered} />
                )}
              </Main>
            </ProofProvider>
          )
        }
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
  const submit = () => {
    onEnter(value.trim())
  }
  return (
    <Form onSubmit={submit} className="grid gap-4">
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
      <Button type="submit" look="primary" className="justify-self-start">
        {t('continue')}
      </Button>
    </Form>
  )
}

function OpenLogin({ code, onEnter }: { code: string; onEnter(code: string): void }) {
  const t = useText('device')
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
  if (loaded.state === 'loading' || !publishers.data) return <Spinner />
  return publishers.data.length === 0 ? (
    <section className="grid gap-4">
      <p className="text-pretty">{t('needs_publisher')}</p>
      <CreatePublisherForm onCreated={() => void publishers.refetch()} />
    </section>
  ) : (
    <Decision code={code} login={loaded.value} publishers={publishers.data} onDecided={setOutcome} />
  )
}

/** Facts about the program. Only the name is its own choice. */
function Facts({ login }: { login: DeviceLogin }) {
  const t = useText('device')
  const { settings } = useSite()
  const { client_name: name, started_from: address, is_same_address: isNear } = login
  const from = address === '' ? t('from_unknown') : t(isNear ? 'from_here' : 'from_elsewhere', { address })
  const facts = [
    [t('calls_itself'), t('quoted', { name })],
    [t('started'), formatsOf(settings.locale).dateTime(login.createdAt)],
    [t('from'), from],
  ] as const
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-1 text-sm">
      {facts.map(([label, fact]) => (
        <Fragment key={label}>
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere">
            <bdi>{fact}</bdi>
          </dd>
        </Fragment>
      ))}
    </dl>
  )
}

const isUnknown = (error: unknown): boolean =>
  error instanceof RegistryRefusal && error.problem.error === 'device_login_unknown'

const lives = [7, 30, 90, 365] as const

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
  const { publisher_id: wanted } = login
  const offered = wanted === undefined ? publishers : publishers.filter(({ id }) => id === wanted)
  const [publisherId, setPublisherId] = useState(offered[0]?.id ?? '')
  const [reach, setReach] = useState(leastReach)
  const [days, setDays] = useState(String(limits.deviceTokenDefaultDays))
  const may = useMay(publisherId)
  const mayApprove = may(approveDeviceLogin)
  const mayDeny = may(denyDeviceLogin)
  const isRoleKnown = !useQuery(managedPublisherQuery(site, publisherId)).isPending
  const { run, isRunning, problem } = useAction()
  const withProof = useProof()
  const { data: own = [] } = useQuery(nodeIdsQuery(site, publisherId))
  const scope = scopeOf(reach, own)
  const isUsable = scope.nodes.length > 0 && isNodeId(reach.newPack)
  const params = { userCode: code }
  if (offered.length === 0) return <Notice tone="warn" title={t('other_publisher', { name: wanted ?? '' })} />
  const approve = async () => {
    if (!isUsable) return
    const body = { publisher_id: publisherId, ...scope, expires_in_days: Number(days) }
    const call = () => withProof(() => provable(registry.call(approveDeviceLogin, { params, body })))
    if (await run(call)) onDecided('approved')
  }
  const deny = async () => {
    const body = { publisher_id: publisherId }
    if (await run(() => registry.call(denyDeviceLogin, { params, body }))) onDecided('denied')
  }
  return (
    <Form onSubmit={approve} className="grid gap-4">
      <Notice tone="warn" title={t('asks')}>
        <p className="text-pretty">{t('only_own', { code })}</p>
      </Notice>
      <Facts login={login} />
      <SelectField
        label={t('publisher')}
        hint={mayApprove || !isRoleKnown ? t('publisher_hint') : t('owners_only')}
        value={publisherId}
        onChange={(event) => {
          setPublisherId(event.target.value)
          setReach(leastReach)
        }}
        options={offered.map(({ id, name }) => ({
          value: id,
          text: name === id ? id : `${name} (${id})`,
        }))}
      />
      {mayApprove && <ReachFields own={own} reach={reach} onChange={setReach} />}
      {mayApprove && <LifeField days={days} onChange={setDays} />}
      <RefusalNote problem={problem} />
      <div className="flex flex-wrap gap-2">
        {mayApprove && (
          <Button type="submit" disabled={isRunning || !isUsable} look="primary">
            {t('approve')}
          </Button>
        )}
        {mayDeny && (
          <Button disabled={isRunning} onClick={() => void deny()}>
            {t('deny')}
          </Button>
        )}
      </div>
    </Form>
  )
}

/** Asks for the second factor again when the registry does. */
async function provable<Value>(call: Promise<Value>): Promise<Value> {
  try {
    return await call
  } catch (error) {
    if (error instanceof RegistryRefusal && error.problem.error === 'recent_second_factor_required')
      throw new IdentityProblem(proofNeeded, error.message, { cause: error })
    throw error
  }
}

/** The rights that the user grants. Until the first click, `chosen` is undefined, and stands for the only pack of a publisher. */
interface Reach {
  chosen: readonly string[] | undefined
  newPack: string
  mayYank: boolean
}
const leastReach: Reach = { chosen: undefined, newPack: '', mayYank: false }

const chosenIn = ({ chosen }: Reach, own: readonly string[]): readonly string[] =>
  chosen ?? (own.length === 1 ? own : [])

/** Whether the id can be one. None is fine, too. */
const isNodeId = (typed: string): boolean =>
  typed.trim() === '' || new RegExp(nodeIdPattern).test(typed.trim())

function scopeOf(reach: Reach, own: readonly string[]): { nodes: string[]; actions: TokenAction[] } {
  const newPack = reach.newPack.trim()
  return {
    nodes: [...chosenIn(reach, own), ...(newPack === '' ? [] : [newPack])],
    actions: [
      'publish-update',
      ...(newPack === '' ? [] : (['publish-new'] as const)),
      ...(reach.mayYank ? (['yank'] as const) : []),
    ],
  }
}

interface ReachFieldsProps {
  own: readonly string[]
  reach: Reach
  onChange(reach: Reach): void
}

function ReachFields({ own, reach, onChange }: ReachFieldsProps) {
  const t = useText('device')
  const chosen = chosenIn(reach, own)
  const toggle = (id: string, isChosen: boolean) =>
    onChange({ ...reach, chosen: isChosen ? [...chosen, id] : chosen.filter((one) => one !== id) })
  return (
    <>
      {own.length > 0 && (
        <fieldset className="grid max-h-64 gap-2 overflow-y-auto">
          <legend className="mb-1.5 text-sm font-medium">{t('packs')}</legend>
          {own.map((id) => (
            <ChoiceField key={id} checked={chosen.includes(id)} onChange={(isChosen) => toggle(id, isChosen)}>
              <bdi>{id}</bdi>
            </ChoiceField>
          ))}
        </fieldset>
      )}
      <Field
        label={t('new_pack')}
        hint={t('new_pack_hint')}
        problem={isNodeId(reach.newPack) ? undefined : t('wrong_pack')}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={limits.nodeIdLength}
        value={reach.newPack}
        onChange={(event) => onChange({ ...reach, newPack: event.target.value })}
      />
      <ChoiceField checked={reach.mayYank} onChange={(mayYank) => onChange({ ...reach, mayYank })}>
        {t('yank')}
      </ChoiceField>
    </>
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
