import {
  type AttemptProblem,
  redeliverWebhook,
  type WebhookAttempt,
  type WebhookDelivery,
} from '@nodeyard/contract/services'
import { useQuery } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import type { Managed } from '../publishers/manage-layout.tsx'
import {
  type DeliveryFilter,
  deliveriesKey,
  deliveriesQuery,
  deliveryQuery,
  type WebhookPath,
} from './queries.ts'

const states = {
  waiting: { text: 'state_waiting', tone: 'info' },
  delivered: { text: 'state_delivered', tone: 'accent' },
  failed: { text: 'state_failed', tone: 'danger' },
} as const satisfies Record<WebhookDelivery['state'], { text: TextKey<'notifications'>; tone: Tone }>

const problems = {
  address_refused: 'problem_address_refused',
  unreachable: 'problem_unreachable',
  timeout: 'problem_timeout',
  redirected: 'problem_redirected',
  refused: 'problem_refused',
  disabled: 'problem_disabled',
} as const satisfies Record<AttemptProblem, TextKey<'notifications'>>

interface Log {
  path: WebhookPath
  may: Managed['may']
}

/** Deliveries of a webhook, newest first. */
export function Deliveries({ path, name, may }: Log & { name: string }) {
  const t = useText('notifications')
  const [filter, setFilter] = useState<DeliveryFilter>()
  return (
    <section aria-label={t('deliveries_of', { name })} className="grid gap-3 border-t border-line pt-4">
      <fieldset className="flex flex-wrap gap-2">
        <legend className="sr-only">{t('deliveries')}</legend>
        {([undefined, 'waiting', 'delivered', 'failed'] as const).map((state) => (
          <Button
            key={state ?? 'all'}
            look={filter === state ? 'primary' : 'plain'}
            aria-pressed={filter === state}
            onClick={() => setFilter(state)}
          >
            {state ? t(states[state].text) : t('all')}
          </Button>
        ))}
      </fieldset>
      <Page key={filter ?? 'all'} path={path} may={may} filter={filter} />
    </section>
  )
}

/** A page of deliveries, followed by the older ones. Each page starts where the page above currently ends. */
function Page({ path, may, filter, before }: Log & { filter: DeliveryFilter; before?: string }) {
  const t = useText('notifications')
  const [isOlderShown, setOlderShown] = useState(false)
  const { data, error, refetch } = useQuery(deliveriesQuery(useSite(), path, filter, before))
  if (!data) return <Loading error={error} retry={refetch} />
  const { deliveries, next } = data
  if (deliveries.length === 0) return <p className="text-sm text-muted">{t('no_deliveries')}</p>
  return (
    <>
      <ul className="divide-y divide-line rounded-md border border-line">
        {deliveries.map((delivery) => (
          <Delivery key={delivery.id} path={path} may={may} delivery={delivery} />
        ))}
      </ul>
      {next && isOlderShown && <Page path={path} may={may} filter={filter} before={next} />}
      {next && !isOlderShown && (
        <Button className="justify-self-start" onClick={() => setOlderShown(true)}>
          {t('older')}
        </Button>
      )}
    </>
  )
}

function Delivery({ path, may, delivery }: Log & { delivery: WebhookDelivery }) {
  const t = useText('notifications')
  const formats = useFormats()
  const [isOpen, setOpen] = useState(false)
  const id = useId()
  const { type, state, status, attempts, createdAt, next_attempt_at: next } = delivery
  const at = `${formats.dateTime(createdAt)} UTC`
  return (
    <li className="grid gap-3 px-3 py-2.5 text-sm">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1.5">
        <button
          type="button"
          aria-expanded={isOpen}
          aria-controls={id}
          aria-label={t('detail_name', { name: type, date: at })}
          onClick={() => setOpen(!isOpen)}
          className="flex min-h-9 items-center gap-2 font-mono font-medium hover:underline"
        >
          <Icon name="down" className={`size-4 ${isOpen ? 'rotate-180' : ''}`} />
          <bdi dir="ltr">{type}</bdi>
        </button>
        <Badge tone={states[state].tone}>{t(states[state].text)}</Badge>
        {status !== undefined && <span className="text-muted">{t('answered', { status })}</span>}
        <span className="text-muted">{t('attempts', { number: formats.number(attempts) })}</span>
        <time dateTime={createdAt} className="text-muted sm:ms-auto">
          {at}
        </time>
      </div>
      {next && state === 'waiting' && attempts > 0 && (
        <p className="text-muted">{t('next_attempt', { date: `${formats.dateTime(next)} UTC` })}</p>
      )}
      <div id={id}>{isOpen && <Detail path={path} may={may} delivery={delivery} />}</div>
    </li>
  )
}

function Detail({ path, may, delivery }: Log & { delivery: WebhookDelivery }) {
  const t = useText('notifications')
  const site = useSite()
  const { data, error, refetch } = useQuery(deliveryQuery(site, path, delivery))
  const { run, isRunning, problem } = useAction()
  const { id: deliveryId, state } = delivery
  const again = async () => {
    const call = () => site.registry.call(redeliverWebhook, { params: { ...path, deliveryId } })
    await run(call, t('sent_again'))
    await site.queries.invalidateQueries({ queryKey: deliveriesKey(path) })
  }
  if (!data) return <Loading error={error} retry={refetch} />
  return (
    <div className="grid min-w-0 gap-3">
      <RefusalNote problem={problem} />
      {may(redeliverWebhook) && state !== 'waiting' && (
        <Button className="justify-self-start" disabled={isRunning} onClick={() => void again()}>
          {t('send_again')}
        </Button>
      )}
      <div className="grid min-w-0 gap-1">
        <h3 className="font-semibold">{t('request')}</h3>
        <p className="font-mono text-muted wrap-anywhere">
          <bdi dir="ltr">{`webhook-id: ${deliveryId}`}</bdi>
        </p>
        <Code text={indented(data.body)} label={t('request')} />
      </div>
      {data.log.length > 0 && (
        <div className="grid min-w-0 gap-2">
          <h3 className="font-semibold">{t('answers')}</h3>
          <ol className="grid gap-3">
            {data.log.map((attempt) => (
              <Attempt key={attempt.number} attempt={attempt} />
            ))}
          </ol>
        </div>
      )}
    </div>
  )
}

function Attempt({
  attempt: { number, at, duration_ms, status, answer, problem },
}: {
  attempt: WebhookAttempt
}) {
  const t = useText('notifications')
  const formats = useFormats()
  return (
    <li className="grid min-w-0 gap-1">
      <p className="flex flex-wrap gap-x-3 text-muted">
        <span className="tabular-nums">{formats.number(number)}.</span>
        <time dateTime={at}>{formats.dateTime(at)} UTC</time>
        {status !== undefined && <span className="font-medium text-ink">{t('answered', { status })}</span>}
        <span>{t('took', { number: formats.number(duration_ms) })}</span>
      </p>
      {problem && <p className="text-danger">{t(problems[problem])}</p>}
      {answer && <Code text={answer} label={t('answers')} />}
    </li>
  )
}

/** Code that scrolls with the keyboard too. */
function Code({ text, label }: { text: string; label: string }) {
  return (
    <section
      aria-label={label}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: long text must scroll by keyboard too
      tabIndex={0}
      dir="ltr"
      className="max-h-80 overflow-auto rounded-md bg-sunken p-3"
    >
      <pre className="font-mono text-xs whitespace-pre-wrap wrap-anywhere">{text}</pre>
    </section>
  )
}

function indented(body: string): string {
  try {
    return JSON.stringify(JSON.parse(body), null, 2)
  } catch {
    return body
  }
}
