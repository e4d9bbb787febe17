import { useQuery } from '@tanstack/react-query'
import { identityConfigQuery } from '../../ground/site/identity-config.ts'
import { useSite, useText } from '../../ground/site/site.ts'

/** Links to captured emails and text messages in development, where none are delivered. */
export function MailboxNote() {
  const t = useText('auth')
  const { data: config } = useQuery(identityConfigQuery(useSite()))
  if (!config?.outboxPath) return null
  return (
    <p className="rounded-md bg-warn-soft px-4 py-3 text-sm text-warn text-pretty">
      {t('mailbox_text')}{' '}
      <a href={config.outboxPath} target="_blank" rel="noreferrer" className="font-medium underline">
        {t('mailbox_link')}
      </a>
    </p>
  )
}
