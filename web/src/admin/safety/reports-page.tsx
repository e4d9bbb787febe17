import { limits } from '@nodeyard/contract/limits'
import { listReports, type ReportedNode, reportKinds } from '@nodeyard/contract/safety'
import { useState } from 'react'
import { choiceField, flagField, pageField, textField } from '../../ground/paths/search-params.ts'
import { useText } from '../../ground/site/site.ts'
import type { Column } from '../../ground/tables/data-table.tsx'
import { kindTexts } from '../../public/safety/kinds.ts'
import { AdminList } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'
import { NodeCell, Report, states, stateTexts } from './report-card.tsx'
import { type ReportAction, ReportDialog } from './report-dialogs.tsx'

const reportsSearch = {
  state: choiceField(states),
  kind: choiceField(['', ...reportKinds]),
  node: textField(limits.bulkIdentifierLength),
  mine: flagField,
  page: pageField,
}

const nodesOnPage = 20

export const { handle, loader, Component } = adminPage({
  path: adminPaths.reports,
  title: 'nav_reports',
  namespaces: ['admin-safety', 'safety', 'forms'],
  lead: (texts) => texts.of('admin-safety')('reports_lead'),
  Content: Reports,
})

function Reports() {
  const t = useText('admin-safety')
  const safety = useText('safety')
  const list = useList(adminPaths.reports, reportsSearch)
  const { kind, node, ...chosen } = list.search
  const read = useRead(listReports, {
    ...chosen,
    kind: kind ? [kind] : [],
    node_id: node,
    limit: nodesOnPage,
  })
  const [asked, setAsked] = useState<ReportAction>()
  return (
    <>
      <AdminList
        list={list}
        read={read}
        rows={read.data?.nodes}
        keyOf={({ node_id }) => node_id}
        caption={useText('admin')('nav_reports')}
        empty={t('no_reports')}
        filters={[
          {
            label: t('state'),
            oneOf: 'state',
            choices: states.map((value) => ({ value, label: t(stateTexts[value]) })),
          },
          {
            label: t('kind'),
            oneOf: 'kind',
            choices: [
              { value: '', label: t('all') },
              ...reportKinds.map((value) => ({ value, label: safety(kindTexts[value]) })),
            ],
          },
          { label: t('node'), text: 'node' },
          { label: t('mine'), flag: 'mine', choice: t('only_mine') },
        ]}
        summary={read.data && <ReportCounts open={read.data.open} taken={read.data.taken} />}
        columns={useColumns(setAsked)}
      />
      {asked && <ReportDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function ReportCounts(counts: { open: number; taken: number }) {
  const t = useText('admin-safety')
  return <p className="text-sm text-muted tabular-nums">{t('report_counts', { ...counts })}</p>
}

function useColumns(ask: (asked: ReportAction) => void): Column<ReportedNode>[] {
  const t = useText('admin-safety')
  return [
    { id: 'node', title: t('node'), isHead: true, cell: (node) => <NodeCell node={node} ask={ask} /> },
    {
      id: 'reports',
      title: useText('admin')('nav_reports'),
      cell: (node) => (
        <ul className="grid gap-3">
          {node.reports.map((report) => (
            <Report key={report.id} report={report} node={node} ask={ask} />
          ))}
          {node.total > node.reports.length && (
            <li className="text-muted">{t('more_reports', { number: node.total - node.reports.length })}</li>
          )}
        </ul>
      ),
    },
  ]
}
