import { claimNode } from '@nodeyard/contract/packs'
import type { Publisher } from '@nodeyard/contract/people'
import { useQuery, useSuspenseQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { CreatePublisherForm } from '../../account/access/create-publisher-form.tsx'
import { SignedInOnly } from '../../account/access/guards.tsx'
import { ownPublishersQuery } from '../../account/access/queries.ts'
import { useMay } from '../../account/access/use-may.ts'
import { Form } from '../../ground/forms/form.tsx'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader, usePageParams } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { memberLinks } from '../../ground/paths/member-links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { Part } from '../../ground/ui/part.tsx'
import { publisherPicture } from '../../ground/ui/pictures.ts'
import { nodeQuery } from '../../public/nodes/queries.ts'
import { ClaimedAlready } from './claimed-already.tsx'
import { RepositoryLink } from './repository-link.tsx'

export const handle: PageHandle = { namespaces: ['workspace', 'forms'] }
export const loader = pageLoader(paths.claimNode, handle, ({ site, params: { nodeId } }) =>
  site.queries.ensureQueryData(nodeQuery(site, nodeId)),
)

/** Selects the publisher that claims a node. */
export function Component() {
  const t = useText('workspace')
  const { nodeId } = usePageParams(paths.claimNode)
  const { data: node } = useSuspenseQuery(nodeQuery(useSite(), nodeId))
  return (
    <>
      <PageHead title={t('claim_name', { name: node.id })} />
      <SignedInOnly>
        {() => (
          <Main className="grid max-w-2xl! content-start gap-6">
            <div className="grid gap-2">
              <h1 className="text-2xl font-bold tracking-tight wrap-anywhere">
                {t('claim_name', { name: node.id })}
              </h1>
              <RepositoryLink address={node.repository} />
            </div>
            {node.isUnclaimed ? <Choice nodeId={node.id} /> : <ClaimedAlready nodeId={node.id} />}
          </Main>
        )}
      </SignedInOnly>
    </>
  )
}

function Choice({ nodeId }: { nodeId: string }) {
  const t = useText('workspace')
  const navigate = useNavigate()
  const { data, error, refetch } = useQuery(ownPublishersQuery(useSite()))
  const continueWith = (publisherId: string) =>
    void navigate(memberLinks.claimMyNode(publisherId, { nodeId }))
  if (!data) return <Loading error={error} retry={refetch} />
  if (data.length === 0) {
    return (
      <Part title={t('create_publisher')} lead={t('claim_needs_publisher')}>
        <CreatePublisherForm onCreated={continueWith} />
      </Part>
    )
  }
  return <ChoiceOf publishers={data} nodeId={nodeId} onChosen={continueWith} />
}

function ChoiceOf({
  publishers,
  nodeId,
  onChosen,
}: {
  publishers: Publisher[]
  nodeId: string
  onChosen(publisherId: string): void
}) {
  const t = useText('workspace')
  const cancel = useText('common')('cancel')
  const [chosen, setChosen] = useState(publishers.length === 1 ? publishers[0]?.id : undefined)
  const submit = () => {
    if (chosen) onChosen(chosen)
  }
  return (
    <Form onSubmit={submit} className="grid gap-4">
      <fieldset className="grid gap-3">
        <legend className="mb-2 font-semibold">{t('claim_for')}</legend>
        {publishers.map((publisher) => (
          <Card
            key={publisher.id}
            publisher={publisher}
            isChosen={chosen === publisher.id}
            onChoose={() => setChosen(publisher.id)}
          />
        ))}
      </fieldset>
      <div className="flex flex-wrap gap-2">
        <Button type="submit" disabled={!chosen} look="primary">
          {t('go_on')}
        </Button>
        <ButtonLink to={links.node(nodeId)}>{cancel}</ButtonLink>
      </div>
    </Form>
  )
}

function Card({
  publisher: { id, name, logo },
  isChosen,
  onChoose,
}: {
  publisher: Publisher
  isChosen: boolean
  onChoose(): void
}) {
  const t = useText('workspace')
  const may = useMay(id)
  const mayClaim = may(claimNode)
  return (
    <label
      className={`flex items-center gap-3 rounded-lg border bg-surface p-4 ${isChosen ? 'border-accent' : 'border-line'} ${mayClaim ? 'cursor-pointer hover:border-edge' : 'text-muted'}`}
    >
      <input
        type="radio"
        name="publisher"
        value={id}
        checked={isChosen}
        disabled={!mayClaim}
        onChange={onChoose}
        className="size-4 accent-accent"
      />
      <NodeIcon id={id} picture={logo && publisherPicture(id)} />
      <span className="grid min-w-0 justify-items-start">
        <bdi className="font-medium wrap-anywhere">{name || id}</bdi>
        <span className="text-sm text-muted wrap-anywhere">
          <bdi>@{id}</bdi>
          {!mayClaim && <> · {t('only_owners_claim')}</>}
        </span>
      </span>
    </label>
  )
}
