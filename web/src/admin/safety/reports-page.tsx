import { limits } from '@nodeyard/contract/limits'
import {
  type AbuseReport,
  answerReport,
  closeReports,
  listReports,
  type ReportedNode,
  type ReportKind,
  type ReportOutcome,
  reportKinds,
  reportOutcomes,
  takeReports,
} from '@nodeyard/contract/reports'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { useDraft } from '../../ground/forms/draft.ts'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import {
  choiceField,
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
import { ChoicesFilter, SelectFilter, TableFilters, TextFilter } from '../../ground/tables/table-filters.tsx'
import { formatsOf } from '../../ground/texts/formats.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { kindTexts } from '../../public/safety/kinds.ts'
import { ActDialog } from '../kit/act-dialog.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { useAdminToken } from '../kit/use-admin-token.ts'

export const handle: PageHandle = { namespaces: ['admin', 'admin-safety', 'safety', 'forms'] }
export const loader = pageLoader(adminPaths.reports, handle, async () => {})

interface ReportsSearch {
  state: (typeof states)[number]
  kind: ReportKind | ''
  node: string
  mine: boolean
  page: number
}
const states = ['waiting', 'open', 'taken', 'closed'] as const
const reportsSearch: Schema<ReportsSearch> = {
  state: choiceField(states),
  kind: choiceField(['', ...reportKinds]),
  node: textField(limits.bulkIdentifierLength),
  mine: flagField,
  page: pageField,
}

const stateTexts: Record<ReportsSearch['state'], TextKey<'admin-safety'>> = {
  waiting: 'state_waiting',
  open: 'state_open',
  taken: 'state_taken',
  closed: 'state_closed',
}

const outcomeTexts: Record<ReportOutcome, TextKey<'admin-safety'>> = {
  acted: 'outcome_acted',
  harmless: 'outcome_harmless',
  duplicate: 'outcome_duplicate',
  unclear: 'outcome_unclear',
  spam: 'outcome_spam',
}

const nodesOnPage = 20

function reportsQuery({ registry }: Site, { state, kind, node, mine, page }: ReportsSearch) {
  return queryOptions({
    queryKey: ['admin', 'reports', { state, kind, node, mine, page }],
    queryFn: ({ signal }) =>
      registry.call(
        listReports,
        {
          query: {
            state,
            page,
            limit: nodesOnPage,
            ...(kind ? { kind: [kind] } : {}),
            ...(node ? { node_id: node } : {}),
            ...(mine ? { mine } : {}),
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
    <AdminPage title={useText('admin')('nav_reports')} lead={t('reports_lead')}>
      <Queue />
    </AdminPage>
  )
}

type Asked = { act: 'answer' | 'close'; node: ReportedNode; reports: AbuseReport[] }

function Queue() {
  const t = useText('admin-safety')
  const site = useSite()
  const search = useSearch(reportsSearch)
  const list = useQuery(reportsQuery(site, search))
  const [asked, setAsked] = useState<Asked>()
  const title = useText('admin')('nav_reports')
  return (
    <>
      <Filters search={search} />
      {list.data && (
        <p className="text-sm text-muted tabular-nums">
          {t('report_counts', { open: list.data.open, taken: list.data.taken })}
        </p>
      )}
      <DataTable
        caption={title}
        columns={useColumns(setAsked)}
        rows={list.data?.nodes}
        keyOf={({ node_id }) => node_id}
        empty={t('no_reports')}
        query={list}
        paging={{
          page: search.page,
          totalPages: list.data?.totalPages ?? 1,
          linkTo: (page) => `${adminPaths.reports}${writeSearch(reportsSearch, { ...search, page })}`,
        }}
      />
      {asked?.act === 'close' && <CloseDialog {...asked} onClose={() => setAsked(undefined)} />}
      {asked?.act === 'answer' && <AnswerDialog {...asked} onClose={() => setAsked(undefined)} />}
    </>
  )
}

function Filters({ search }: { search: ReportsSearch }) {
  const t = useText('admin-safety')
  const safety = useText('safety')
  const change = useSearchChange(reportsSearch)
  return (
    <TableFilters label={t('filters')}>
      <SelectFilter
        label={t('state')}
        value={search.state}
        choices={states.map((value) => ({ value, label: t(stateTexts[value]) }))}
        onChange={(state) => change({ state })}
      />
      <SelectFilter
        label={t('kind')}
        value={search.kind}
        choices={[
          { value: '', label: t('all') },
          ...reportKinds.map((value) => ({ value, label: safety(kindTexts[value]) })),
        ]}
        onChange={(kind) => change({ kind })}
      />
      <TextFilter label={t('node')} value={search.node} onChange={(node) => change({ node })} />
      <ChoicesFilter
        label={t('mine')}
        values={search.mine ? ['mine'] : []}
        choices={[{ value: 'mine', label: t('only_mine') }]}
        onChange={(values) => change({ mine: values.length > 0 })}
      />
    </TableFilters>
  )
}

function useColumns(ask: (asked: Asked) => void): Column<ReportedNode>[] {
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

/** Takes reports on, or gives them back; the list is read again. */
function useTake() {
  const { call } = useAdminToken()
  const queries = useQueryClient()
  const [isRunning, setRunning] = useState(false)
  const take = async (reports: readonly AbuseReport[], isTaken: boolean) => {
    setRunning(true)
    try {
      const reportIds = reports.map(({ id }) => id)
      await call(takeReports, { body: { reportIds, isTaken } })
    } catch (error) {
      showToast('failure', error instanceof Error ? error.message : String(error))
    } finally {
      await queries.invalidateQueries({ queryKey: ['admin', 'reports'] })
      setRunning(false)
    }
  }
  return { take, isRunning }
}

function NodeCell({ node, ask }: { node: ReportedNode; ask(asked: Asked): void }) {
  const t = useText('admin-safety')
  const may = useMay()
  const { take, isRunning } = useTake()
  const waiting = node.reports.filter(({ state }) => state !== 'closed')
  const untaken = waiting.filter(({ state }) => state === 'open')
  return (
    <div className="grid min-w-44 justify-items-start gap-2">
      <Link to={links.node(node.node_id)} className="text-accent underline underline-offset-4">
        <bdi>{node.node_id}</bdi>
      </Link>
      <span className="font-normal text-muted" dir="auto">
        {node.name}
      </span>
      <span className="font-normal text-muted tabular-nums">
        {t('reported_total', { number: node.total, downloads: node.downloads })}
      </span>
      <div className="flex flex-wrap gap-1.5">
        {may(takeReports) && untaken.length > 1 && (
          <Button disabled={isRunning} onClick={() => void take(untaken, true)}>
            {t('take_all')}
          </Button>
        )}
        {may(closeReports) && waiting.length > 1 && (
          <Button onClick={() => ask({ act: 'close', node, reports: waiting })}>{t('close_all')}</Button>
        )}
        <ButtonLink to={`/admin/nodeversions?nodeId=${encodeURIComponent(node.node_id)}`}>
          {t('review_versions')}
        </ButtonLink>
        <ButtonLink to={`${adminPaths.advisories}?new=${encodeURIComponent(node.node_id)}`}>
          {t('write_advisory')}
        </ButtonLink>
      </div>
    </div>
  )
}

function Report({ report, node, ask }: { report: AbuseReport; node: ReportedNode; ask(asked: Asked): void }) {
  const t = useText('admin-safety')
  const safety = useText('safety')
  const { kind, state, version, text, takenBy, reporter, contact, createdAt, outcome } = report
  return (
    <li className="grid gap-1.5 border-s-2 border-line ps-3">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 text-muted">
        <Badge tone={kind === 'malware' ? 'danger' : 'warn'}>{safety(kindTexts[kind])}</Badge>
        <Badge>{t(stateTexts[state])}</Badge>
        <span>{version ? t('version', { version }) : t('whole_node')}</span>
        <Timestamp iso={createdAt} />
        <span>{reporter ? <bdi>{reporter.email ?? reporter.name}</bdi> : t('by_nobody')}</span>
        {contact && <span>{t('contact', { contact })}</span>}
        {takenBy && state === 'taken' && <span>{t('taken_by', { name: takenBy.name })}</span>}
      </div>
      <p dir="auto" className="max-h-48 overflow-y-auto whitespace-pre-wrap wrap-anywhere">
        {text}
      </p>
      {report.messages.map((message) => (
        <p key={message.at + message.text} dir="auto" className="whitespace-pre-wrap wrap-anywhere">
          <span className="text-muted">{message.from === 'reporter' ? t('added') : t('answered')}: </span>
          {message.text}
        </p>
      ))}
      {outcome && (
        <p dir="auto">
          <Badge tone="accent">{t(outcomeTexts[outcome])}</Badge>{' '}
          {t('closed_by', { name: report.closedBy?.name ?? '', reason: report.reason ?? '' })}
        </p>
      )}
      {state !== 'closed' && <Acts report={report} node={node} ask={ask} />}
    </li>
  )
}

function Acts({ report, node, ask }: { report: AbuseReport; node: ReportedNode; ask(asked: Asked): void }) {
  const t = useText('admin-safety')
  const may = useMay()
  const { take, isRunning } = useTake()
  const isTaken = report.state === 'taken'
  return (
    <div className="flex flex-wrap gap-1.5">
      {may(takeReports) && (
        <Button disabled={isRunning} onClick={() => void take([report], !isTaken)}>
          {isTaken ? t('give_back') : t('take')}
        </Button>
      )}
      {may(answerReport) && (
        <Button onClick={() => ask({ act: 'answer', node, reports: [report] })}>{t('answer')}</Button>
      )}
      {may(closeReports) && (
        <Button onClick={() => ask({ act: 'close', node, reports: [report] })}>{t('close')}</Button>
      )}
    </div>
  )
}

interface AskedDialog extends Asked {
  onClose(): void
}

/** What each of the reports is called in a question. */
function useNamesOf(): (asked: Asked) => string[] {
  const safety = useText('safety')
  const formats = formatsOf(useSite().settings.locale)
  return ({ node, reports }) =>
    reports.map(({ kind, createdAt, version = '' }) =>
      [node.node_id, version, safety(kindTexts[kind]), formats.date(createdAt)].filter(Boolean).join(' · '),
    )
}

function AnswerDialog({ onClose, ...asked }: AskedDialog) {
  const t = useText('admin-safety')
  const { call } = useAdminToken()
  const queries = useQueryClient()
  const [report] = asked.reports
  return (
    <ActDialog
      title={t('answer')}
      lead={t('answer_lead')}
      things={useNamesOf()(asked)}
      reason={{ key: `report-answer:${report?.id}` }}
      action={t('answer')}
      onAct={async (text) => {
        await call(answerReport, { params: { reportId: report?.id ?? '' }, body: { text } })
        await queries.invalidateQueries({ queryKey: ['admin', 'reports'] })
        showToast('success', t('done'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}

const usualEnd = { outcome: 'acted', tellReporters: true, tellPublisher: false }

function CloseDialog({ onClose, ...asked }: AskedDialog) {
  const t = useText('admin-safety')
  const { call } = useAdminToken()
  const queries = useQueryClient()
  const id = useId()
  const draft = useDraft(`report-outcome:${asked.reports[0]?.id}`, usualEnd)
  const { tellReporters, tellPublisher } = draft.value
  const outcome = reportOutcomes.find((one) => one === draft.value.outcome) ?? 'acted'
  return (
    <ActDialog
      title={t('close')}
      lead={t('close_lead')}
      things={useNamesOf()(asked)}
      reason={{ key: `report-close:${asked.reports[0]?.id}` }}
      action={t('close')}
      onAct={async (reason) => {
        const reportIds = asked.reports.map((report) => report.id)
        await call(closeReports, { body: { reportIds, outcome, reason, tellReporters, tellPublisher } })
        draft.clear()
        await queries.invalidateQueries({ queryKey: ['admin', 'reports'] })
        showToast('success', t('done'))
        onClose()
      }}
      onClose={onClose}
    >
      <div className="grid gap-1.5">
        <label htmlFor={id} className="text-sm font-medium">
          {t('outcome')}
        </label>
        <select
          id={id}
          value={outcome}
          onChange={({ target }) => draft.set({ ...draft.value, outcome: target.value })}
          className="h-10 rounded-md border border-edge bg-surface px-2.5"
        >
          {reportOutcomes.map((one) => (
            <option key={one} value={one}>
              {t(outcomeTexts[one])}
            </option>
          ))}
        </select>
      </div>
      <Switch
        label={t('tell_reporters')}
        isOn={tellReporters}
        onChange={(isOn) => draft.set({ ...draft.value, tellReporters: isOn })}
      />
      <Switch
        label={t('tell_publisher')}
        isOn={tellPublisher}
        onChange={(isOn) => draft.set({ ...draft.value, tellPublisher: isOn })}
      />
    </ActDialog>
  )
}

function Switch({ label, isOn, onChange }: { label: string; isOn: boolean; onChange(isOn: boolean): void }) {
  return (
    <label className="flex items-center gap-2.5 text-sm">
      <input
        type="checkbox"
        checked={isOn}
        onChange={(event) => onChange(event.target.checked)}
        className="size-4 accent-accent"
      />
      {label}
    </label>
  )
}
