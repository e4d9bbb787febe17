import { createWebhook, listWebhooks } from '@nodeyard/contract/services'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { memberPaths } from '../../ground/paths/member-links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Loading } from '../../ground/ui/loading.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { publisherQuery } from '../../public/publishers/queries.ts'
import { type Managed, ManageLayout } from '../publishers/manage-layout.tsx'
import { webhooksQuery } from './queries.ts'
import { Secret } from './secret.tsx'
import { WebhookCard } from './webhook-card.tsx'
import { NewWebhook } from './webhook-form.tsx'

export const handle: PageHandle = { namespaces: ['workspace', 'forms', 'notifications'] }
export const loader = pageLoader(memberPaths.publisherWebhooks, handle, ({ site, params: { publisherId } }) =>
  site.queries.ensureQueryData(publisherQuery(site, publisherId)),
)

export function Component() {
  const { publisherId } = usePageParams(memberPaths.publisherWebhooks)
  return (
    <ManageLayout publisherId={publisherId} tab="webhooks">
      {(managed) => (managed.may(listWebhooks) ? <Webhooks managed={managed} /> : <OwnersOnly />)}
    </ManageLayout>
  )
}

function OwnersOnly() {
  const t = useText('forms')
  return <Notice tone="info" title={t('refusal_not_owner')} />
}

function Webhooks({ managed: { publisher, may } }: { managed: Managed }) {
  const t = useText('notifications')
  const title = useText('workspace')('webhooks')
  const publisherId = publisher.id
  const webhooks = useQuery(webhooksQuery(useSite(), publisherId))
  const [secret, setSecret] = useState<{ of: string; text: string }>()
  return (
    <div className="grid gap-6">
      <Part title={title} lead={t('webhooks_lead')}>
        {secret && <Secret secret={secret} onSeen={() => setSecret(undefined)} />}
        {!webhooks.data && <Loading error={webhooks.error} retry={webhooks.refetch} />}
        {webhooks.data?.length === 0 && <p className="text-sm text-muted">{t('none')}</p>}
        {webhooks.data && webhooks.data.length > 0 && (
          <ul className="grid gap-4">
            {webhooks.data.map((webhook) => (
              <WebhookCard
                key={webhook.id}
                publisherId={publisherId}
                webhook={webhook}
                may={may}
                onSecret={(text) => setSecret({ of: webhook.url, text })}
              />
            ))}
          </ul>
        )}
      </Part>
      {may(createWebhook) && (
        <Part title={t('new_webhook')}>
          <NewWebhook publisherId={publisherId} onMade={(of, text) => setSecret({ of, text })} />
        </Part>
      )}
    </div>
  )
}
