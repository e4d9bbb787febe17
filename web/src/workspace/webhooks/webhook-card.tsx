import {
  deleteWebhook,
  listWebhookDeliveries,
  pingWebhook,
  rotateWebhookSecret,
  updateWebhook,
  type Webhook,
} from '@nodeyard/contract/services'
import { useState } from 'react'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog, DialogEnd } from '../../ground/ui/dialog.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import type { Managed } from '../publishers/manage-layout.tsx'
import { Deliveries } from './deliveries.tsx'
import { deliveriesKey } from './queries.ts'
import { EditWebhook } from './webhook-form.tsx'

interface WebhookCardOf {
  publisherId: string
  webhook: Webhook
  may: Managed['may']
  onSecret(secret: string): void
}

type Part = 'edit' | 'deliveries'
type Asking = 'delete' | 'rotate'

/** A webhook with its actions and deliveries. */
export function WebhookCard({ publisherId, webhook, may, onSecret }: WebhookCardOf) {
  const t = useText('notifications')
  const { registry } = useSite()
  const action = useAction()
  const [open, setOpen] = useState<Part>()
  const [asking, setAsking] = useState<Asking>()
  const path = { publisherId, webhookId: webhook.id }
  const name = webhook.description || webhook.url
  const confirm = async () => {
    const wish = asking
    setAsking(undefined)
    if (wish === 'delete') {
      await action.run(() => registry.call(deleteWebhook, { params: path }), t('deleted'))
      return
    }
    await action.run(async () => {
      const { secret } = await registry.call(rotateWebhookSecret, { params: path })
      onSecret(secret)
    })
  }
  return (
    <li className="grid gap-3 rounded-md border border-line p-4">
      <Head webhook={webhook} />
      <RefusalNote problem={action.problem} />
      <div className="flex flex-wrap gap-2">
        <Toggles {...{ name, may, open, setOpen }} />
        <Actions {...{ path, webhook, may, action }} onTested={() => setOpen('deliveries')} ask={setAsking} />
      </div>
      {open === 'edit' && (
        <EditWebhook publisherId={publisherId} webhook={webhook} onDone={() => setOpen(undefined)} />
      )}
      {open === 'deliveries' && <Deliveries path={path} name={name} may={may} />}
      {asking && (
        <Question
          of={asking}
          name={webhook.url}
          onYes={() => void confirm()}
          onNo={() => setAsking(undefined)}
        />
      )}
    </li>
  )
}

/** Toggles the sections of a card. */
function Toggles({
  name,
  may,
  open,
  setOpen,
}: {
  name: string
  may: Managed['may']
  open: Part | undefined
  setOpen(part: Part | undefined): void
}) {
  const t = useText('notifications')
  const parts = [
    {
      part: 'deliveries',
      route: listWebhookDeliveries,
      text: t('deliveries'),
      label: t('deliveries_of', { name }),
    },
    { part: 'edit', route: updateWebhook, text: t('edit'), label: t('edit_name', { name }) },
  ] as const
  return parts
    .filter(({ route }) => may(route))
    .map(({ part, text, label }) => (
      <Button
        key={part}
        aria-expanded={open === part}
        aria-label={label}
        onClick={() => setOpen(open === part ? undefined : part)}
      >
        {text}
      </Button>
    ))
}

/** Actions that run at once or ask first. */
function Actions({
  path,
  webhook,
  may,
  action: { run, isRunning },
  onTested,
  ask,
}: {
  path: { publisherId: string; webhookId: string }
  webhook: Webhook
  may: Managed['may']
  action: ReturnType<typeof useAction>
  onTested(): void
  ask(asking: Asking): void
}) {
  const t = useText('notifications')
  const { registry, queries } = useSite()
  const { enabled } = webhook
  const name = webhook.description || webhook.url
  const test = async () => {
    if (!(await run(() => registry.call(pingWebhook, { params: path }), t('tested')))) return
    onTested()
    await queries.invalidateQueries({ queryKey: deliveriesKey(path) })
  }
  const turn = () =>
    void run(() => registry.call(updateWebhook, { params: path, body: { enabled: !enabled } }), t('saved'))
  return (
    <>
      {may(pingWebhook) && enabled && (
        <Button disabled={isRunning} aria-label={t('test_name', { name })} onClick={() => void test()}>
          {t('test')}
        </Button>
      )}
      {may(updateWebhook) && (
        <Button
          disabled={isRunning}
          aria-label={t(enabled ? 'switch_off_name' : 'switch_on_name', { name })}
          onClick={turn}
        >
          {t(enabled ? 'switch_off' : 'switch_on')}
        </Button>
      )}
      {may(rotateWebhookSecret) && (
        <Button disabled={isRunning} aria-label={t('rotate_name', { name })} onClick={() => ask('rotate')}>
          {t('rotate')}
        </Button>
      )}
      {may(deleteWebhook) && (
        <Button
          look="risky"
          disabled={isRunning}
          aria-label={t('delete_name', { name })}
          onClick={() => ask('delete')}
        >
          {t('delete')}
        </Button>
      )}
    </>
  )
}

function Head({ webhook }: { webhook: Webhook }) {
  const t = useText('notifications')
  const formats = useFormats()
  const { url, description, node_id: node, events, enabled, disabled_because, failing_since } = webhook
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap items-center gap-2">
        <p className="min-w-0 font-mono text-sm font-medium wrap-anywhere">
          <bdi dir="ltr">{url}</bdi>
        </p>
        <Badge tone={enabled ? 'accent' : 'warn'}>{t(enabled ? 'on' : 'off')}</Badge>
        {node && (
          <Badge>
            <bdi>{t('only_node', { node })}</bdi>
          </Badge>
        )}
      </div>
      {description && (
        <p className="text-sm wrap-anywhere" dir="auto">
          {description}
        </p>
      )}
      <p className="text-sm text-muted wrap-anywhere">
        {events.length === 0 ? t('all_events_short') : <bdi dir="ltr">{events.join(', ')}</bdi>}
      </p>
      {disabled_because === 'failures' && <p className="text-sm text-danger">{t('off_failures')}</p>}
      {disabled_because === 'creator' && <p className="text-sm text-danger">{t('off_creator')}</p>}
      {disabled_because === 'gone' && <p className="text-sm text-danger">{t('off_gone')}</p>}
      {enabled && failing_since && (
        <p className="text-sm text-danger">{t('failing_since', { date: formats.dateTime(failing_since) })}</p>
      )}
    </div>
  )
}

function Question({
  of,
  name,
  onYes,
  onNo,
}: {
  of: 'delete' | 'rotate'
  name: string
  onYes(): void
  onNo(): void
}) {
  const t = useText('notifications')
  return (
    <Dialog title={t(of === 'delete' ? 'delete_title' : 'rotate_title')} onClose={onNo}>
      <p className="font-mono text-sm wrap-anywhere">
        <bdi dir="ltr">{name}</bdi>
      </p>
      <p className="text-sm text-muted text-pretty">{t(of === 'delete' ? 'delete_lead' : 'rotate_lead')}</p>
      <DialogEnd action={t(of)} look={of === 'delete' ? 'danger' : 'primary'} onAct={onYes} onCancel={onNo} />
    </Dialog>
  )
}
