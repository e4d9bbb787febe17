import {
  type Advisory,
  listAdvisories,
  listAdvisoryRevisions,
  publishAdvisory,
  updateAdvisory,
  withdrawAdvisory,
} from '@nodeyard/contract/advisories'
import { limits } from '@nodeyard/contract/limits'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import {
  pageField,
  type Schema,
  textField,
  useSearch,
  useSearchChange,
  writeSearch,
} from '../../ground/paths/search-params.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { TableFilters, TextFilter } from '../../ground/tables/table-filters.tsx'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { SeverityBadge } from '../../public/safety/severity.tsx'
import { ActDialog } from '../kit/act-dialog.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { AdvisoryForm } from './advisory-form.tsx'
import { rangeToLine } from './advisory-lines.ts'

export const handle: PageHandle = { namespaces: ['admin', 'admin-safety', 'safety', 'forms'] }
export const loader = pageLoader(adminPaths.advisories, handle, async () => {})

interface AdvisoriesSearch {
  node: string
  page: number
  /** The node of a new advisory that is being written; `-` where it is not chosen yet. */
  new: string
  /** The advisory that is being edited. */
  edit: string
}
const advisoriesSearch: Schema<AdvisoriesSearch> = {
  node: textField(limits.bulkIdentifierLength),
  page: pageField,
  new: textField(limits.nodeIdLength),
  edit: textField(limits.nodeIdLength),
}
const notChosen = '-'

function advisoriesQuery({ registry }: Site, { node, page }: AdvisoriesSearch) {
  return queryOptions({
    queryKey: ['advisories', 'for-admins', { node, page }],
    queryFn: ({ signal }) => {
      const query = { page, limit: 30, include_withdrawn: true, ...(node ? { node_id: node } : {}) }
      return registry.call(listAdvisories, { query }, { signal, cache: 'no-store' })
    },
    placeholderData: keepPreviousData,
  })
}

export function Component() {
  const t = useText('admin-safety')
  return (
    <AdminPage
      title={useText('admin')('nav_advisories')}
      lead={t('advisories_lead')}
      actions={<NewAdvisory />}
    >
      <Advisories />
    </AdminPage>
  )
}

function NewAdvisory() {
  const t = useText('admin-safety')
  const may = useMay()
  const change = useSearchChange(advisoriesSearch)
  if (!may(publishAdvisory)) return null
  return (
    <Button look="primary" onClick={() => change({ new: notChosen, edit: '' })}>
      {t('new_advisory')}
    </Button>
  )
}

interface Asked {
  act: 'withdraw' | 'history'
  advisory: Advisory
}

function Advisories() {
  const t = useText('admin-safety')
  const search = useSearch(advisoriesSearch)
  const change = useSearchChange(advisoriesSearch)
  const list = useQuery(advisoriesQuery(useSite(), search))
  const [asked, setAsked] = useState<Asked>()
  const edited = list.data?.advisories.find(({ id }) => id === search.edit)
  const close = () => change({ new: '', edit: '' })
  return (
    <>
      {search.new && (
        <AdvisoryForm key={search.new} nodeId={search.new === notChosen ? '' : search.new} onClose={close} />
      )}
      {edited && <AdvisoryForm key={edited.id} advisory={edited} onClose={close} />}
      <TableFilters label={t('filters')}>
        <TextFilter label={t('node')} value={search.node} onChange={(node) => change({ node })} />
      </TableFilters>
      <DataTable
        caption={useText('admin')('nav_advisories')}
        columns={useColumns(setAsked)}
        rows={list.data?.advisories}
        keyOf={({ id }) => id}
        empty={t('no_advisories')}
        query={list}
        paging={{
          page: search.page,
          totalPages: list.data?.totalPages ?? 1,
          linkTo: (page) => `${adminPaths.advisories}${writeSearch(advisoriesSearch, { ...search, page })}`,
        }}
      />
      {asked?.act === 'withdraw' && <WithdrawDialog {...asked} onClose={() => setAsked(undefined)} />}
      {asked?.act === 'history' && <HistoryDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function useColumns(ask: (asked: Asked) => void): Column<Advisory>[] {
  const t = useText('admin-safety')
  return [
    {
      id: 'id',
      title: t('id'),
      isHead: true,
      cell: ({ id, title }) => (
        <span className="grid gap-1">
          <Link
            to={links.advisory(id)}
            className="whitespace-nowrap text-accent underline underline-offset-4"
          >
            <bdi>{id}</bdi>
          </Link>
          <span className="font-normal" dir="auto">
            {title}
          </span>
        </span>
      ),
    },
    { id: 'node', title: t('node'), cell: ({ node_id: nodeId }) => <bdi>{nodeId}</bdi> },
    { id: 'severity', title: t('severity'), cell: ({ severity }) => <SeverityBadge severity={severity} /> },
    { id: 'effect', title: t('effect'), cell: (advisory) => <Effect advisory={advisory} /> },
    { id: 'hits', title: t('hits'), isNumber: true, cell: ({ affected }) => affected.length },
    { id: 'published', title: t('published'), cell: ({ publishedAt }) => <Timestamp iso={publishedAt} /> },
    { id: 'acts', title: t('acts'), cell: (advisory) => <Acts advisory={advisory} ask={ask} /> },
  ]
}

function Effect({ advisory: { withdrawnAt, refuses_installs: isRefused } }: { advisory: Advisory }) {
  const t = useText('admin-safety')
  if (withdrawnAt) return <Badge>{t('withdrawn')}</Badge>
  return isRefused ? (
    <Badge tone="danger">{t('refuses_short')}</Badge>
  ) : (
    <Badge tone="warn">{t('warns_short')}</Badge>
  )
}

function Acts({ advisory, ask }: { advisory: Advisory; ask(asked: Asked): void }) {
  const t = useText('admin-safety')
  const may = useMay()
  const change = useSearchChange(advisoriesSearch)
  const isOpen = advisory.withdrawnAt === undefined
  return (
    <div className="flex flex-wrap gap-1.5">
      {isOpen && may(updateAdvisory) && (
        <Button onClick={() => change({ edit: advisory.id, new: '' })}>{t('edit')}</Button>
      )}
      {isOpen && may(withdrawAdvisory) && (
        <Button onClick={() => ask({ act: 'withdraw', advisory })}>{t('withdraw')}</Button>
      )}
      <Button look="quiet" onClick={() => ask({ act: 'history', advisory })}>
        {t('history')}
      </Button>
    </div>
  )
}

function WithdrawDialog({ advisory, onClose }: { advisory: Advisory; onClose(): void }) {
  const t = useText('admin-safety')
  const { call } = useAdminToken()
  const queries = useQueryClient()
  const { id, affected } = advisory
  return (
    <ActDialog
      title={t('withdraw_title', { id })}
      lead={t('withdraw_lead')}
      things={affected.map((one) => `${one.node_id} ${one.version}`)}
      reason={{ key: `advisory-withdraw:${id}` }}
      action={t('withdraw')}
      isDestructive
      onAct={async (reason) => {
        await call(withdrawAdvisory, { params: { advisoryId: id }, body: { reason } })
        await queries.invalidateQueries({ queryKey: ['advisories'] })
        await queries.invalidateQueries({ queryKey: ['nodes'] })
        showToast('success', t('done'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

function HistoryDialog({ advisory: { id }, onClose }: { advisory: Advisory; onClose(): void }) {
  const t = useText('admin-safety')
  const common = useText('common')
  const { registry } = useSite()
  const { data, error, refetch } = useQuery({
    queryKey: ['advisories', id, 'revisions'],
    queryFn: ({ signal }) => registry.call(listAdvisoryRevisions, { params: { advisoryId: id } }, { signal }),
  })
  return (
    <Dialog title={t('history_of', { id })} onClose={onClose}>
      {error && <LoadProblem problem={error} retry={() => void refetch()} />}
      {!data && !error && <Spinner label={common('loading')} />}
      <ol className="grid max-h-96 gap-3 overflow-y-auto text-sm">
        {data?.revisions.map(({ revision, at, by, content }) => (
          <li key={revision} className="grid gap-1 border-s-2 border-line ps-3">
            <span className="flex flex-wrap gap-x-2 text-muted">
              <span>{t('revision', { number: revision })}</span>
              <Timestamp iso={at} />
              <bdi>{by?.name}</bdi>
              <SeverityBadge severity={content.severity} />
            </span>
            <span className="font-medium" dir="auto">
              {content.title}
            </span>
            <span className="whitespace-pre-wrap wrap-anywhere" dir="auto">
              {content.details}
            </span>
            <bdi className="font-mono text-xs wrap-anywhere">
              {[...content.versions, ...content.ranges.map(rangeToLine)].join(', ')}
            </bdi>
          </li>
        ))}
      </ol>
      <div className="flex justify-end">
        <Button onClick={onClose}>{common('close')}</Button>
      </div>
    </Dialog>
  )
}
