import { listCollisions, type NameClaim, type NameCollision } from '@nodeyard/contract/collisions'
import { limits } from '@nodeyard/contract/limits'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import {
  flagField,
  pageField,
  type Schema,
  textField,
  useSearch,
  useSearchChange,
  writeSearch,
} from '../../ground/paths/search-params.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { ChoicesFilter, TableFilters, TextFilter } from '../../ground/tables/table-filters.tsx'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { ButtonLink } from '../../ground/ui/button.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'

export const handle: PageHandle = { namespaces: ['admin', 'admin-safety'] }
export const loader = pageLoader(adminPaths.collisions, handle, async () => {})

interface CollisionsSearch {
  name: string
  node: string
  undecided: boolean
  page: number
}
const collisionsSearch: Schema<CollisionsSearch> = {
  name: textField(limits.bulkIdentifierLength),
  node: textField(limits.bulkIdentifierLength),
  undecided: flagField,
  page: pageField,
}

const namesOnPage = 30

function collisionsQuery({ registry }: Site, { name, node, undecided, page }: CollisionsSearch) {
  return queryOptions({
    queryKey: ['admin', 'collisions', { name, node, undecided, page }],
    queryFn: ({ signal }) =>
      registry.call(
        listCollisions,
        {
          query: {
            page,
            limit: namesOnPage,
            ...(name ? { name } : {}),
            ...(node ? { node_id: node } : {}),
            ...(undecided ? { undecided } : {}),
          },
        },
        { signal },
      ),
    placeholderData: keepPreviousData,
  })
}

export function Component() {
  const t = useText('admin-safety')
  return (
    <AdminPage title={useText('admin')('nav_collisions')} lead={t('collisions_lead')}>
      <Collisions />
    </AdminPage>
  )
}

function Collisions() {
  const t = useText('admin-safety')
  const search = useSearch(collisionsSearch)
  const change = useSearchChange(collisionsSearch)
  const list = useQuery(collisionsQuery(useSite(), search))
  return (
    <>
      <TableFilters label={t('filters')}>
        <TextFilter label={t('comfy_node')} value={search.name} onChange={(name) => change({ name })} />
        <TextFilter label={t('node')} value={search.node} onChange={(node) => change({ node })} />
        <ChoicesFilter
          label={t('decision')}
          values={search.undecided ? ['undecided'] : []}
          choices={[{ value: 'undecided', label: t('undecided') }]}
          onChange={(values) => change({ undecided: values.length > 0 })}
        />
      </TableFilters>
      <DataTable
        caption={useText('admin')('nav_collisions')}
        columns={useColumns()}
        rows={list.data?.collisions}
        keyOf={({ comfy_node_name }) => comfy_node_name}
        empty={t('no_collisions')}
        query={list}
        paging={{
          page: search.page,
          totalPages: list.data?.totalPages ?? 1,
          linkTo: (page) => `${adminPaths.collisions}${writeSearch(collisionsSearch, { ...search, page })}`,
        }}
      />
    </>
  )
}

function useColumns(): Column<NameCollision>[] {
  const t = useText('admin-safety')
  return [
    {
      id: 'name',
      title: t('comfy_node'),
      isHead: true,
      cell: ({ comfy_node_name: name }) => <bdi>{name}</bdi>,
    },
    {
      id: 'claims',
      title: t('claimed_by'),
      cell: ({ claims, total }) => (
        <ol className="grid gap-2">
          {claims.map((claim) => (
            <Claim key={claim.node_id} claim={claim} />
          ))}
          {total > claims.length && (
            <li className="text-muted">{t('more_reports', { number: total - claims.length })}</li>
          )}
        </ol>
      ),
    },
  ]
}

function Claim({ claim }: { claim: NameClaim }) {
  const t = useText('admin-safety')
  const formats = formatsOf(useSite().settings.locale)
  const { node_id: nodeId, since, version, preempts, search_ranking: ranking, downloads } = claim
  return (
    <li className="grid gap-1">
      <span className="flex flex-wrap items-center gap-2">
        <Link to={links.node(nodeId)} className="text-accent underline underline-offset-4">
          <bdi>{nodeId}</bdi>
        </Link>
        {preempts && <Badge tone="accent">{t('preempts')}</Badge>}
      </span>
      <span className="flex flex-wrap gap-x-3 text-muted tabular-nums">
        <span>{t('claim_since', { date: formats.date(since) })}</span>
        {version && <span>{t('claim_evidence', { version })}</span>}
        {ranking !== undefined && <span>{t('claim_rank', { number: ranking })}</span>}
        <span>{t('claim_installs', { number: downloads })}</span>
        <ButtonLink
          look="quiet"
          className="h-auto! px-0! underline underline-offset-4"
          to={`/admin/preempted-comfy-node-names?${new URLSearchParams({ q: nodeId })}`}
        >
          {t('decide')}
        </ButtonLink>
      </span>
    </li>
  )
}
