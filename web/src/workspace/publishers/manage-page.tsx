import { listTransfers } from '@nodeyard/contract/packs'
import { deletePublisher, type Publisher, updatePublisher } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { ConfirmByName } from '../../ground/forms/confirm-by-name.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button } from '../../ground/ui/button.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { RefusalNote } from '../../ground/ui/refusal-note.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { useAction } from '../../ground/ui/use-action.ts'
import { publisherQuery } from '../../public/publishers/queries.ts'
import { type Managed, ManageLayout } from './manage-layout.tsx'
import { PublisherForm } from './publisher-form.tsx'
import { transfersQuery } from './queries.ts'
import { Transfers } from './transfers.tsx'

export const handle: PageHandle = { namespaces: ['workspace', 'forms'] }
export const loader = pageLoader(paths.managePublisher, handle, ({ site, params: { publisherId } }) =>
  site.queries.ensureQueryData(publisherQuery(site, publisherId)),
)

export function Component() {
  const { publisherId } = usePageParams(paths.managePublisher)
  return (
    <ManageLayout publisherId={publisherId} tab="overview">
      {(managed) => <Overview managed={managed} />}
    </ManageLayout>
  )
}

function Overview({ managed }: { managed: Managed }) {
  const t = useText('workspace')
  const { publisher, may } = managed
  const seesTransfers = may(listTransfers)
  const transfers = useQuery({ ...transfersQuery(useSite(), publisher.id), enabled: seesTransfers })
  // Offers come first, so nothing below may render before they are loaded and move it.
  if (seesTransfers && transfers.isPending) return <Spinner />
  return (
    <div className="grid gap-6">
      {seesTransfers && <Transfers managed={managed} />}
      <Part title={t('details')} lead={may(updatePublisher) ? t('details_lead') : t('details_of_owners')}>
        <PublisherForm publisher={publisher} isReadOnly={!may(updatePublisher)} />
      </Part>
      {may(deletePublisher) && <DeletePublisher publisher={publisher} />}
    </div>
  )
}

function DeletePublisher({ publisher: { id } }: { publisher: Publisher }) {
  const t = useText('workspace')
  const { registry } = useSite()
  const navigate = useNavigate()
  const { run, isRunning, problem, reset } = useAction()
  const [isAsking, setAsking] = useState(false)
  const confirm = async () => {
    await run(async () => {
      await registry.call(deletePublisher, { params: { publisherId: id } })
      showToast('success', t('publisher_deleted', { name: id }))
      // Leaves before the publisher is reloaded, which would show that it is gone.
      await navigate(links.ownNodes())
    })
  }
  const close = () => {
    setAsking(false)
    reset()
  }
  return (
    <Part title={t('delete_publisher')} lead={t('delete_publisher_lead')}>
      <Button look="risky" className="justify-self-start" onClick={() => setAsking(true)}>
        {t('delete_publisher')}
      </Button>
      {isAsking && (
        <ConfirmByName
          title={t('delete_publisher')}
          name={id}
          action={t('delete_publisher')}
          isRunning={isRunning}
          onConfirm={() => void confirm()}
          onClose={close}
        >
          <p className="text-sm text-muted text-pretty">{t('delete_publisher_lead')}</p>
          <RefusalNote problem={problem} />
        </ConfirmByName>
      )}
    </Part>
  )
}
