import { listTransfers } from '@nodeyard/contract/packs'
import { createPublisher, type Publisher } from '@nodeyard/contract/people'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { SignedInOnly } from '../../account/access/guards.tsx'
import { currentUserQuery, managedPublisherQuery, ownPublishersQuery } from '../../account/access/queries.ts'
import { useMay } from '../../account/access/use-may.ts'
import { Main } from '../../ground/page/main.tsx'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import { memberLinks, ownNodesSearch } from '../../ground/paths/member-links.ts'
import { paths } from '../../ground/paths/paths.ts'
import { useSearch } from '../../ground/paths/search-params.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { FilterField } from '../../ground/ui/filter-field.tsx'
import { Loading } from '../../ground/ui/loading.tsx'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { PageHead } from '../../ground/ui/page-head.tsx'
import { PageTitle } from '../../ground/ui/page-title.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { publisherPicture } from '../../ground/ui/pictures.ts'
import { ClaimableNodes } from './claimable-nodes.tsx'
import { OwnNodeList } from './own-node-list.tsx'
import { type OwnNode, ownNodesQuery, transfersQuery } from './queries.ts'

export const handle: PageHandle = { namespaces: ['workspace', 'forms', 'nodes'] }
export const loader = pageLoader(paths.ownNodes, handle, async () => {})

export function Component() {
  const t = useText('common')
  return (
    <>
      <PageHead title={t('your_nodes')} />
      <SignedInOnly>{() => <OwnNodes />}</SignedInOnly>
    </>
  )
}

/** Nodes of all publishers of the user, with offers and claimable nodes. */
function OwnNodes() {
  const t = useText('workspace')
  const title = useText('common')('your_nodes')
  const may = useMay()
  const publishers = useQuery(ownPublishersQuery(useSite()))
  return (
    <Main className="grid content-start gap-8">
      <PageTitle title={title}>
        <div className="flex flex-wrap gap-2">
          <ButtonLink to={links.howToPublish()}>{t('how_to_publish')}</ButtonLink>
          {may(createPublisher) && (
            <ButtonLink look="primary" to={links.createPublisher()}>
              {t('create_publisher')}
            </ButtonLink>
          )}
        </div>
      </PageTitle>
      {!publishers.data ? (
        <Loading error={publishers.error} retry={publishers.refetch} />
      ) : (
        <>
          {publishers.data.length === 0 && <FirstSteps />}
          {publishers.data.map((publisher) => (
            <NodesOf key={publisher.id} publisher={publisher} />
          ))}
          <ClaimableNodes publishers={publishers.data} />
        </>
      )}
    </Main>
  )
}

/** The steps from a new account to a published node. */
function FirstSteps() {
  const t = useText('workspace')
  const steps = [t('step_publisher'), t('step_token'), t('step_publish')]
  return (
    <section className="grid max-w-2xl gap-4 rounded-lg border border-dashed border-line p-5 sm:p-6">
      <p className="text-pretty">{t('no_publishers')}</p>
      <ol className="grid list-decimal gap-2 ps-5 text-sm marker:text-muted">
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
      <p className="text-sm text-muted text-pretty">{t('or_be_invited')}</p>
    </section>
  )
}

const shownPerPage = 12
/** Fewer packs are seen at a glance. */
const mostWithoutFilter = 10

function NodesOf({ publisher }: { publisher: Publisher }) {
  const nodes = useQuery(ownNodesQuery(useSite(), publisher.id))
  return (
    <section aria-labelledby={`of-${publisher.id}`} className="grid gap-3">
      <PublisherHead publisher={publisher} total={nodes.data?.length} />
      <Offers publisher={publisher} />
      {nodes.data ? (
        <NodesFound nodes={nodes.data} publisherId={publisher.id} />
      ) : (
        <Loading error={nodes.error} retry={nodes.refetch} />
      )}
    </section>
  )
}

function NodesFound({ nodes, publisherId }: { nodes: OwnNode[]; publisherId: string }) {
  const t = useText('workspace')
  const search = useSearch(ownNodesSearch)
  const [text, setText] = useState('')
  const page = search.publisher === publisherId ? search.page : 1
  const wanted = text.trim().toLowerCase()
  const isWanted = ({ id, name }: OwnNode) => `${id}\n${name}`.toLowerCase().includes(wanted)
  const found = nodes.filter(isWanted)
  // Matches are not paged: links to pages would not keep the text.
  const shown = wanted === '' ? found.slice(shownPerPage * (page - 1), shownPerPage * page) : found
  return (
    <>
      {nodes.length > mostWithoutFilter && (
        <FilterField
          label={t('filter_packs')}
          text={text}
          onType={setText}
          status={t('node_count', { count: found.length })}
        />
      )}
      {shown.length > 0 && <OwnNodeList nodes={shown} />}
      {shown.length === 0 && wanted === '' && <NoNodes isLaterPage={page > 1} />}
      {wanted === '' && (
        <Paging
          page={page}
          totalPages={Math.ceil(nodes.length / shownPerPage)}
          label={t('node_pages_of', { name: publisherId })}
          linkTo={(other) => memberLinks.ownNodes({ publisher: publisherId, page: other })}
        />
      )}
    </>
  )
}

function PublisherHead({ publisher, total }: { publisher: Publisher; total: number | undefined }) {
  const t = useText('workspace')
  const site = useSite()
  const { data: user } = useQuery(currentUserQuery(site))
  const { data: whole } = useQuery(managedPublisherQuery(site, publisher.id))
  const role = whole?.members.find((member) => member.user.id === user?.id)?.role
  const isBanned = publisher.status === 'PublisherStatusBanned'
  return (
    <>
      <div className="flex flex-wrap items-center gap-3">
        <NodeIcon id={publisher.id} picture={publisher.logo && publisherPicture(publisher.id)} />
        <div className="me-auto grid min-w-0">
          <h2 id={`of-${publisher.id}`} className="text-lg font-semibold wrap-anywhere">
            <Link to={links.managePublisher(publisher.id)} className="hover:underline" dir="auto">
              {publisher.name || publisher.id}
            </Link>
          </h2>
          <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-sm text-muted">
            <bdi className="wrap-anywhere">@{publisher.id}</bdi>
            {role && <Badge>{role === 'owner' ? t('role_owner') : t('role_member')}</Badge>}
            {total !== undefined && <span>{t('node_count', { count: total })}</span>}
          </p>
        </div>
        <ButtonLink
          to={links.managePublisher(publisher.id)}
          aria-label={t('manage_name', { name: publisher.id })}
        >
          {t('manage')}
        </ButtonLink>
      </div>
      {isBanned && (
        <Notice tone="danger" title={t('publisher_banned')}>
          {t('publisher_banned_text')}
        </Notice>
      )}
    </>
  )
}

/** Nodes that other publishers offer to this one. */
function Offers({ publisher: { id } }: { publisher: Publisher }) {
  const t = useText('workspace')
  const site = useSite()
  const may = useMay(id)
  const { data } = useQuery({ ...transfersQuery(site, id), enabled: may(listTransfers) })
  const count = data?.filter(({ to }) => to === id).length ?? 0
  if (count === 0) return null
  return (
    <Notice tone="info" title={t('offered_nodes', { count })}>
      <Link to={links.managePublisher(id)} className="text-accent underline underline-offset-4">
        {t('see_offers')}
      </Link>
    </Notice>
  )
}

function NoNodes({ isLaterPage }: { isLaterPage: boolean }) {
  const t = useText('workspace')
  return (
    <div className="grid justify-items-start gap-3 rounded-md border border-dashed border-line px-4 py-5 text-sm text-muted">
      <p className="text-pretty">{isLaterPage ? t('no_more_nodes') : t('no_nodes_yet')}</p>
      {!isLaterPage && <ButtonLink to={links.howToPublish()}>{t('how_to_publish')}</ButtonLink>}
    </div>
  )
}
