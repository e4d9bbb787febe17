import type { BodyOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  createWebhook,
  nodeEvents,
  subscribableEvents,
  updateWebhook,
  type Webhook,
} from '@nodeyard/contract/services'
import { type ReactNode, useId } from 'react'
import { ChoiceField } from '../../ground/forms/choice-field.tsx'
import { bindText, type Draft, useDraft } from '../../ground/forms/draft.ts'
import { Field } from '../../ground/forms/field.tsx'
import { Form, Submit } from '../../ground/forms/form.tsx'
import { useSite, useText } from '../../ground/site/site.ts'
import { showToast } from '../../ground/ui/toast.ts'
import { useAction } from '../../ground/ui/use-action.ts'

type Subscribable = (typeof subscribableEvents)[number]
type FormValues = {
  url: string
  description: string
  node: string
  isAll: boolean
  events: readonly string[]
}

const emptyForm: FormValues = { url: '', description: '', node: '', isAll: true, events: [] }

/** Events that a webhook can subscribe to: those of a node, or of its whole publisher. */
const offeredTo = ({ node }: FormValues): readonly Subscribable[] =>
  node.trim() === '' ? subscribableEvents : nodeEvents

/** Returns an empty list for all events. */
const chosen = (values: FormValues): Subscribable[] =>
  values.isAll ? [] : offeredTo(values).filter((type) => values.events.includes(type))

export function NewWebhook({
  publisherId,
  onMade,
}: {
  publisherId: string
  onMade(url: string, secret: string): void
}) {
  const t = useText('notifications')
  const { registry } = useSite()
  const draft = useDraft(`webhook:${publisherId}`, emptyForm)
  const { run, isRunning, problem } = useAction()
  const submit = async () => {
    const node = draft.value.node.trim()
    const body: BodyOf<typeof createWebhook> = {
      url: draft.value.url.trim(),
      description: draft.value.description,
      events: chosen(draft.value),
      ...(node ? { node_id: node } : {}),
    }
    const isDone = await run(async () => {
      const { webhook, secret } = await registry.call(createWebhook, { params: { publisherId }, body })
      onMade(webhook.url, secret)
      showToast('success', t('created'))
    })
    if (isDone) draft.clear()
  }
  return (
    <Form draft={draft} problem={problem} onSubmit={submit} className="grid max-w-2xl gap-4">
      <Fields draft={draft}>
        <Field
          label={t('node')}
          hint={t('node_hint')}
          dir="ltr"
          autoComplete="off"
          maxLength={limits.nodeIdLength}
          {...bindText(draft, 'node')}
        />
      </Fields>
      <Submit disabled={isRunning}>{t('create')}</Submit>
    </Form>
  )
}

export function EditWebhook({
  publisherId,
  webhook,
  onDone,
}: {
  publisherId: string
  webhook: Webhook
  onDone(): void
}) {
  const t = useText('notifications')
  const { registry } = useSite()
  const { id: webhookId, url, description, events, node_id: node = '' } = webhook
  const saved: FormValues = { url, description, node, isAll: events.length === 0, events }
  const draft = useDraft(`webhook:${webhookId}`, saved)
  const { run, isRunning, problem } = useAction()
  const submit = async () => {
    const body = {
      url: draft.value.url.trim(),
      description: draft.value.description,
      events: chosen(draft.value),
    }
    const call = () => registry.call(updateWebhook, { params: { publisherId, webhookId }, body })
    if (!(await run(call, t('saved')))) return
    draft.clear()
    onDone()
  }
  return (
    <Form draft={draft} problem={problem} onSubmit={submit} className="grid gap-4 border-t border-line pt-4">
      <Fields draft={draft} />
      <Submit disabled={isRunning}>{t('save')}</Submit>
    </Form>
  )
}

function Fields({ draft, children }: { draft: Draft<FormValues>; children?: ReactNode }) {
  const t = useText('notifications')
  const { value, set } = draft
  return (
    <>
      <Field
        label={t('url')}
        hint={t('url_hint')}
        type="url"
        dir="ltr"
        required
        autoComplete="off"
        maxLength={limits.urlLength}
        {...bindText(draft, 'url')}
      />
      <Field
        label={t('description')}
        dir="auto"
        autoComplete="off"
        maxLength={limits.webhookDescriptionLength}
        {...bindText(draft, 'description')}
      />
      {children}
      <Events value={value} set={set} />
    </>
  )
}

function Events({ value, set }: { value: FormValues; set(next: FormValues): void }) {
  const t = useText('notifications')
  const name = useId()
  const offered = offeredTo(value)
  const isNoneChosen = chosen(value).length === 0
  const toggle = (type: string, isWanted: boolean) =>
    set({
      ...value,
      events: isWanted ? [...value.events, type] : value.events.filter((one) => one !== type),
    })
  return (
    <fieldset className="grid gap-2">
      <legend className="mb-1.5 text-sm font-medium">{t('which_events')}</legend>
      {[true, false].map((isAll) => (
        <ChoiceField
          key={String(isAll)}
          type="radio"
          name={name}
          checked={value.isAll === isAll}
          onChange={() => set({ ...value, isAll })}
        >
          {t(isAll ? 'all_events' : 'some_events')}
        </ChoiceField>
      ))}
      {!value.isAll && (
        <ul className="grid gap-x-4 gap-y-1.5 ps-6 sm:grid-cols-2 lg:grid-cols-3" dir="ltr">
          {offered.map((type, index) => (
            <li key={type}>
              <ChoiceField
                required={index === 0 && isNoneChosen}
                checked={value.events.includes(type)}
                onChange={(isWanted) => toggle(type, isWanted)}
                className="font-mono"
              >
                {type}
              </ChoiceField>
            </li>
          ))}
        </ul>
      )}
    </fieldset>
  )
}
