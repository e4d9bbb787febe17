import { limits } from '@nodeyard/contract/limits'
import {
  type Advisory,
  listAdvisories,
  listAdvisoryRevisions,
  publishAdvisory,
  updateAdvisory,
  withdrawAdvisory,
} from '@nodeyard/contract/safety'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { links } from '../../ground/paths/links.ts'
import { pageField, type SearchOf, textField, useSearchChange } from '../../ground/paths/search-params.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { withoutEmpty } from '../../ground/site/without-empty.ts'
import type { Column } from '../../ground/tables/data-table.tsx'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Dialog } from '../../ground/ui/dialog.tsx'
import { LoadProblem } from '../../ground/ui/load-problem.tsx'
import { Spinner } from '../../ground/ui/spinner.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { SeverityBadge } from '../../public/safety/severity.tsx'
import { AdminList } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useChange } from '../kit/use-change.ts'
import { useList } from '../kit/use-list.ts'
import { AdvisoryForm } from './advisory-form.tsx'
import { rangeToLine } from './advisory-lines.ts'

const advisoriesSearch = {
  node: textField(limits.bulkIdentifierLength),
  page: pageField,
  /** Node of the advisory being written; `-` when none is chosen yet. */
  new: textField(limits.nodeIdLength),
  /** Id of the advisory being edited. */
  edit: textField(limits.nodeIdLength),
}
type AdvisoriesSearch = SearchOf<typeof advisoriesSearch>
const notChosen = '-'

function advisoriesQuery({ registry }: Site, { node, page }: AdvisoriesSearch) {
  return queryOptions({
    queryKey: ['advisories', 'for-admins', { node, page }],
    queryFn: ({ signal }) => {
      const query = { ...withoutEmpty({ node_id: node }), page, limit: 30, include_withdrawn: true }
      return registry.call(listAdvisories, { query }, { signal, cache: 'no-store' })
    },
    placeholderData: keepPreviousData,
  })
}

export const { handle, loader, Component } = adminPage({
  path: adminPaths.advisories,
  title: 'nav_advisories',
  namespaces: ['admin-safety', 'safety', 'forms'],
  lead: (texts) => texts.of('admin-safety')('advisories_lead'),
  Actions: NewAdvisory,
  Content: Advisories,
})

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

function Advisories() {
  const t = useText('admin-safety')
  const list = useList(adminPaths.advisories, advisoriesSearch)
  const { new: written, edit } = list.search
  const read = useQuery(advisoriesQuery(useSite(), list.search))
  const edited = read.data?.advisories.find(({ id }) => id === edit)
  const close = () => list.change({ new: '', edit: '' })
  return (
    <>
      {written && (
        <AdvisoryForm key={written} nodeId={written === notChosen ? '' : written} onClose={close} />
      )}
      {edited && <AdvisoryForm key={edited.id} advisory={edited} onClose={close} />}
      <AdminList
        list={list}
        read={read}
        rows={read.data?.advisories}
        keyOf={({ id }) => id}
        caption={useText('admin')('nav_advisories')}
        empty={t('no_advisories')}
        filters={[{ label: t('node'), text: 'node' }]}
        columns={useColumns()}
        actions={[
          {
            text: t('edit'),
            route: updateAdvisory,
            isFor: isOpen,
            run: ({ id }) => list.change({ edit: id, new: '' }),
          },
          {
            text: t('withdraw'),
            look: 'risky',
            route: withdrawAdvisory,
            isFor: isOpen,
            dialog: (advisory, onClose) => <WithdrawDialog advisory={advisory} onClose={onClose} />,
          },
          {
            text: t('history'),
            look: 'quiet',
            dialog: (advisory, onClose) => <HistoryDialog advisory={advisory} onClose={onClose} />,
          },
        ]}
      />
    </>
  )
}

const isOpen = ({ withdrawnAt }: Advisory) => withdrawnAt === undefined

function useColumns(): Column<Advisory>[] {
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

function WithdrawDialog({ advisory, onClose }: { advisory: Advisory; onClose(): void }) {
  const t = useText('admin-safety')
  const { call } = useAdminToken()
  const changed = useChange(['advisories'], ['nodes'])
  const { id, affected } = advisory
  return (
    <ConfirmDialog
      title={t('withdraw_title', { id })}
      lead={t('withdraw_lead')}
      things={affected.map((one) => `${one.node_id} ${one.version}`)}
      reason={{ key: `advisory-withdraw:${id}` }}
      action={t('withdraw')}
      isDestructive
      onConfirm={async (reason) => {
        await call(withdrawAdvisory, { params: { advisoryId: id }, body: { reason } })
        await changed(t('done'))
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
      {!data && !error && <Spinner />}
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
        <Button className="justify-self-end" onClick={onClose}>
          {common('close')}
        </Button>
      </div>
    </Dialog>
  )
}
