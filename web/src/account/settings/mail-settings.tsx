import { isLocale, type Locale, locales, nativeNames } from '@nodeyard/contract/ground'
import {
  fixedKinds,
  getNotificationSettings,
  type NotificationKind,
  type NotificationSettings,
  notificationKinds,
  setNotificationSettings,
} from '@nodeyard/contract/services'
import { useQuery } from '@tanstack/react-query'
import { useId, useRef, useState } from 'react'
import { ChoiceField } from '../../ground/forms/choice-field.tsx'
import { routeQuery } from '../../ground/site/route-query.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Loading } from '../../ground/ui/loading.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { useAction } from '../../ground/ui/use-action.ts'
import { useMay } from '../access/use-may.ts'

const kinds = {
  follows: 'kind_follows',
  releases: 'kind_releases',
  review: 'kind_review',
  nodes: 'kind_nodes',
  tokens: 'kind_tokens',
  webhooks: 'kind_webhooks',
  security: 'kind_security',
} as const satisfies Record<NotificationKind, TextKey<'notifications'>>

export const mailSettingsQuery = (site: Site) => routeQuery(site, getNotificationSettings, {})

/** Chooses which notifications arrive by email and in which language. Each change is saved at once. */
export function MailSettings() {
  const t = useText('notifications')
  const { data, error, refetch } = useQuery(mailSettingsQuery(useSite()))
  return (
    <Part title={t('mail')} lead={t('mail_lead')}>
      {!data && <Loading error={error} retry={refetch} />}
      {data && (data.sendsMail ? <Choices settings={data} /> : <p className="text-sm">{t('no_mail')}</p>)}
    </Part>
  )
}

type Choice = Partial<Pick<NotificationSettings, 'language' | 'muted'>>

function Choices({ settings }: { settings: NotificationSettings }) {
  const t = useText('notifications')
  const { locale } = useSite().settings
  const may = useMay()
  const isDisabled = !may(setNotificationSettings)
  const { language, muted, save, problem } = useMailSettings(settings)
  const setKind = (kind: NotificationKind, isWanted: boolean) => {
    const others = muted.filter((one) => one !== kind)
    void save({ muted: isWanted ? others : [...others, kind] })
  }
  return (
    <>
      <RefusalNote problem={problem} />
      <LanguageSelect
        value={language ?? locale}
        isDisabled={isDisabled}
        onChange={(language) => void save({ language })}
      />
      <fieldset className="grid gap-2">
        <legend className="mb-1.5 text-sm font-medium">{t('mail_kinds')}</legend>
        {notificationKinds.map((kind) => (
          <ChoiceField
            key={kind}
            checked={!muted.includes(kind)}
            disabled={isDisabled || fixedKinds.includes(kind)}
            onChange={(isWanted) => setKind(kind, isWanted)}
            className="py-0.5"
          >
            {t(kinds[kind])}
          </ChoiceField>
        ))}
      </fieldset>
    </>
  )
}

/** The settings with optimistic changes, and a function that saves further ones. */
function useMailSettings(settings: NotificationSettings) {
  const t = useText('notifications')
  const site = useSite()
  const { run, problem } = useAction()
  // Optimistic changes on top of the loaded settings. Calls run one after another, so that the last one wins.
  const [chosen, setChosen] = useState<Choice>({})
  const lastCall = useRef<Promise<unknown>>(Promise.resolve())
  const { language, muted } = { ...settings, ...chosen }
  const save = async (choice: Choice) => {
    setChosen({ ...chosen, ...choice })
    const call = async () => {
      const answer = await site.registry.call(setNotificationSettings, { body: choice })
      site.queries.setQueryData(mailSettingsQuery(site).queryKey, answer)
    }
    const called = lastCall.current.then(call, call)
    lastCall.current = called
    if (!(await run(() => called, t('saved')))) setChosen({})
  }
  return { language, muted, save, problem }
}

interface LanguageSelectProps {
  value: string
  isDisabled: boolean
  onChange(language: Locale): void
}

function LanguageSelect({ value, isDisabled, onChange }: LanguageSelectProps) {
  const t = useText('notifications')
  const id = useId()
  return (
    <div className="grid gap-1.5 justify-self-start">
      <label htmlFor={id} className="text-sm font-medium">
        {t('mail_language')}
      </label>
      <select
        id={id}
        value={value}
        disabled={isDisabled}
        onChange={({ target }) => isLocale(target.value) && onChange(target.value)}
        className="h-11 rounded-md border border-edge bg-surface px-2 text-base"
      >
        {locales.map((locale) => (
          <option key={locale} value={locale} lang={locale}>
            {nativeNames[locale]}
          </option>
        ))}
      </select>
    </div>
  )
}
