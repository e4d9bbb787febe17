import { type CiIssuer, createTrustedPublisher, listTrustedPublishers } from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { publisherQuery } from '../../public/publishers/queries.ts'
import { type Managed, ManageLayout } from '../publishers/manage-layout.tsx'
import { ciIssuersQuery, trustedPublishersQuery } from './queries.ts'
import { TrustedPublisherForm } from './trusted-publisher-form.tsx'
import { TrustedPublisherRow } from './trusted-publisher-row.tsx'

export const handle: PageHandle = { namespaces: ['workspace', 'forms', 'tokens'] }
export const loader = pageLoader(paths.trustedPublishing, handle, ({ site, params: { publisherId } }) =>
  site.queries.ensureQueryData(publisherQuery(site, publisherId)),
)

export function Component() {
  const { publisherId } = usePageParams(paths.trustedPublishing)
  return (
    <ManageLayout publisherId={publisherId} tab="trustedPublishing">
      {(managed) => (
        <div className="grid gap-6">
          <TrustedPublishing managed={managed} />
        </div>
      )}
    </ManageLayout>
  )
}

function TrustedPublishing({ managed }: { managed: Managed }) {
  const t = useText('tokens')
  const site = useSite()
  const isOwner = managed.may(listTrustedPublishers)
  const ci = useQuery(ciIssuersQuery(site))
  const trusted = useQuery({ ...trustedPublishersQuery(site, managed.publisher.id), enabled: isOwner })
  if (!isOwner) {
    return (
      <Notice tone="info" title={t('for_owners')}>
        {t('for_owners_text')}
      </Notice>
    )
  }
  const failed = [ci, trusted].find(({ error, data }) => error && !data)
  if (failed) return <LoadProblem problem={failed.error} retry={() => void failed.refetch()} />
  if (!ci.data || !trusted.data) return <Spinner />
  const { audience, issuers } = ci.data
  return (
    <>
      {trusted.data.length > 0 && (
        <Part title={t('trusted_builds')} lead={t('trusted_builds_lead')}>
          <ul>
            {trusted.data.map((one) => (
              <TrustedPublisherRow
                key={one.id}
                trusted={one}
                managed={managed}
                issuers={issuers}
                audience={audience}
              />
            ))}
          </ul>
        </Part>
      )}
      <Add managed={managed} issuers={issuers} isFirst={trusted.data.length === 0} />
    </>
  )
}

/** Open from the start when the list is empty. */
function Add({
  managed: { publisher, may },
  issuers,
  isFirst,
}: {
  managed: Managed
  issuers: readonly CiIssuer[]
  isFirst: boolean
}) {
  const t = useText('tokens')
  const [isOpen, setOpen] = useState(isFirst)
  return (
    <Part title={t('trusted_publishing')} lead={t('trusted_publishing_lead')}>
      {issuers.length === 0 ? (
        <p className="text-sm text-muted">{t('no_issuers')}</p>
      ) : !may(createTrustedPublisher) ? null : isOpen ? (
        <TrustedPublisherForm publisherId={publisher.id} issuers={issuers} onDone={() => setOpen(false)} />
      ) : (
        <Button look="primary" className="justify-self-start" onClick={() => setOpen(true)}>
          {t('trust_build')}
        </Button>
      )}
    </Part>
  )
}
