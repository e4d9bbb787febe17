import { isLocale, locales, nativeNames } from '@nodeyard/contract/locales'
import {
  fixedKinds,
  getNotificationSettings,
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
  setNotificationSettings,
} from '@nodeyard/contract/notifications'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { type Site, useSite, useText } from '../site.ts'
import type { TextKey } from '../texts.ts'
import { LoadProblem } from '../ui/load-problem.tsx'
import { RefusalNote } from '../ui/refusal-note.tsx'
import { Spinner } from '../ui/spinner.tsx'
import { useAction } from '../ui/use-action.ts'
import { Part } from './part.tsx'
import { useMay } from './use-may.ts'

const kinds = {
  releases: 'kind_releases',
  review: 'kind_review',
  nodes: 'kind_nodes',
  tokens: 'kind_tokens',
  webhooks: 'kind_webhooks',
  security: 'kind_security',
} as const satisfies Record<NotificationKind, TextKey<'notifications'>>

export function mailSettingsQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['users', 'notifications'],
    queryFn: ({ signal }) => registry.call(getNotificationSettings, {}, { signal }),
  })
}

/** Of what people get mail, and in which language. Each change is saved at once. */
export function MailSettings() {
  const t = useText('notifications')
  const loading = useText('common')('loading')
  const { data, error, refetch } = useQuery(mailSettingsQuery(useSite()))
  return (
    <Part title={t('mail')} lead={t('mail_lead')}>
      {!data && error && <LoadProblem problem={error} retry={() => void refetch()} />}
      {!data && !error && <Spinner label={loading} />}
      {data && (data.sendsMail ? <Choices settings={data} /> : <p className="text-sm">{t('no_mail')}</p>)}
    </Part>
  )
}

function Choices({ settings }: { settings: NotificationSettings }) {
  const t = useText('notifications')
  const site = useSite()
  const may = useMay()
  const id = useId()
  const { run, problem } = useAction()
  const isDisabled = !may(setNotificationSettings)
  const show = (next: NotificationSettings) =>
    site.queries.setQueryData(mailSettingsQuery(site).queryKey, next)
  const save = async (change: Partial<Pick<NotificationSettings, 'language' | 'muted'>>) => {
    // Seen at once, and taken back should it be refused.
    show({ ...settings, ...change })
    const call = async () => show(await site.registry.call(setNotificationSettings, { body: change }))
    if (!(await run(call, t('saved')))) show(settings)
  }
  const hear = (kind: NotificationKind, isWanted: boolean) => {
    const others = settings.muted.filter((one) => one !== kind)
    void save({ muted: isWanted ? others : [...others, kind] })
  }
  return (
    <>
      <RefusalNote problem={problem} />
      <div className="grid gap-1.5 justify-self-start">
        <label htmlFor={id} className="text-sm font-medium">
          {t('mail_language')}
        </label>
        <select
          id={id}
          value={settings.language ?? site.settings.locale}
          disabled={isDisabled}
          onChange={({ target }) => isLocale(target.value) && void save({ language: target.value })}
          className="h-11 rounded-md border border-edge bg-surface px-2 text-base"
        >
          {locales.map((locale) => (
            <option key={locale} value={locale} lang={locale}>
              {nativeNames[locale]}
            </option>
          ))}
        </select>
      </div>
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">{t('mail_kinds')}</legend>
        {notificationKinds.map((kind) => (
          <label key={kind} className="flex items-start gap-3 py-0.5 text-sm">
            <input
              type="checkbox"
              checked={!settings.muted.includes(kind)}
              disabled={isDisabled || fixedKinds.includes(kind)}
              onChange={({ target }) => hear(kind, target.checked)}
              className="mt-0.5 size-4 accent-accent"
            />
            {t(kinds[kind])}
          </label>
        ))}
      </fieldset>
    </>
  )
}
