import { limits } from '@nodeyard/contract/limits'
import {
  applyRescan,
  getRescan,
  listRescans,
  type Rescan,
  type RescanChange,
  rescanOutcomes,
  startRescan,
} from '@nodeyard/contract/rescans'
import { keepPreviousData, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { type PageHandle, pageLoader } from '../../ground/page/page.ts'
import { links } from '../../ground/paths/links.ts'
import {
  choiceField,
  pageField,
  type Schema,
  textField,
  useSearch,
  useSearchChange,
  writeSearch,
} from '../../ground/paths/search-params.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { SelectFilter, TableFilters, TextFilter } from '../../ground/tables/table-filters.tsx'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { CodeText } from '../../ground/ui/code-text.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { ActDialog } from '../kit/act-dialog.tsx'
import { AdminPage } from '../kit/admin-layout.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { useAdminToken } from '../kit/use-admin-token.ts'

export const handle: PageHandle = { namespaces: ['admin', 'admin-safety'] }
export const loader = pageLoader(adminPaths.rescans, handle, async () => {})

interface RescansSearch {
  rescan: string
  outcome: Outcome | ''
  rule: string
  page: number
}
type Outcome = (typeof rescanOutcomes)[number]
const rescansSearch: Schema<RescansSearch> = {
  rescan: textField(36),
  outcome: choiceField(['', ...rescanOutcomes]),
  rule: textField(limits.nameLength),
  page: pageField,
}

/** A report that grows is read again so often. */
const rereadMs = 5000
const isMoving = ({ state }: Rescan) => state === 'looking' || state === 'applying'

function rescansQuery({ registry }: Site) {
  return queryOptions({
    queryKey: ['admin', 'rescans'],
    queryFn: ({ signal }) => registry.call(listRescans, {}, { signal }),
    refetchInterval: ({ state }) => (state.data?.rescans.some(isMoving) ? rereadMs : false),
  })
}

function rescanQuery({ registry }: Site, { rescan: rescanId, outcome, rule, page }: RescansSearch) {
  return queryOptions({
    queryKey: ['admin', 'rescans', rescanId, { outcome, rule, page }],
    queryFn: ({ signal }) => {
      const query = { page, limit: 50, ...(outcome ? { outcome } : {}), ...(rule ? { rule } : {}) }
      return registry.call(getRescan, { params: { rescanId }, query }, { signal })
    },
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isMoving(state.data.rescan) ? rereadMs : false),
  })
}

export function Component() {
  const t = useText('admin-safety')
  return (
    <AdminPage title={useText('admin')('nav_rescans')} lead={t('rescans_lead')} actions={<Start />}>
      <Rescans />
    </AdminPage>
  )
}

function Start() {
  const t = useText('admin-safety')
  const may = useMay()
  const { call } = useAdminToken()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const start = async (everything: boolean) => {
    await call(startRescan, { body: { everything } })
    await queries.invalidateQueries({ queryKey: ['admin', 'rescans'] })
    showToast('success', t('done'))
    setAsking(false)
  }
  if (!may(startRescan)) return null
  const startOld = async () => {
    setStarting(true)
    await start(false).catch((error: unknown) =>
      showToast('failure', error instanceof Error ? error.message : String(error)),
    )
    setStarting(false)
  }
  return (
    <>
      <Button look="primary" disabled={isStarting} onClick={() => void startOld()}>
        {t('rescan_old')}
      </Button>
      <Button onClick={() => setAsking(true)}>{t('rescan_all')}</Button>
      {isAsking && (
        <ActDialog
          title={t('rescan_all')}
          lead={t('rescan_all_lead')}
          things={[]}
          action={t('rescan_all')}
          onAct={() => start(true)}
          onClose={() => setAsking(false)}
        />
      )}
    </>
  )
}

const stateTexts: Record<Rescan['state'], { text: TextKey<'admin-safety'>; tone: Tone }> = {
  looking: { text: 'rescan_looking', tone: 'info' },
  looked: { text: 'rescan_looked', tone: 'warn' },
  applying: { text: 'rescan_applying', tone: 'info' },
  applied: { text: 'rescan_applied', tone: 'accent' },
}

function Rescans() {
  const t = useText('admin-safety')
  const search = useSearch(rescansSearch)
  const list = useQuery(rescansQuery(useSite()))
  const shown = search.rescan || list.data?.rescans[0]?.id
  return (
    <>
      {shown && <Report search={{ ...search, rescan: shown }} />}
      <h2 className="text-lg font-semibold">{t('history')}</h2>
      <DataTable
        caption={t('history')}
        columns={useHistoryColumns()}
        rows={list.data?.rescans}
        keyOf={({ id }) => id}
        empty={t('no_rescans')}
        query={list}
      />
    </>
  )
}

function useHistoryColumns(): Column<Rescan>[] {
  const t = useText('admin-safety')
  return [
    { id: 'started', title: t('started'), isHead: true, cell: (one) => <Timestamp iso={one.startedAt} /> },
    { id: 'state', title: t('state'), cell: (one) => <State rescan={one} /> },
    { id: 'changes', title: t('changes'), cell: (one) => <Counts rescan={one} /> },
    {
      id: 'acts',
      title: t('acts'),
      cell: ({ id }) => (
        <ButtonLink to={`${adminPaths.rescans}${writeSearch(rescansSearch, { rescan: id })}`}>
          {t('show')}
        </ButtonLink>
      ),
    },
  ]
}

function State({ rescan }: { rescan: Rescan }) {
  const t = useText('admin-safety')
  const { text, tone } = stateTexts[rescan.state]
  return (
    <span className="flex flex-wrap items-center gap-2">
      <Badge tone={tone}>{t(text)}</Badge>
      <span>{t('rescan_rules', { number: rescan.rulesVersion })}</span>
      <span className="text-muted tabular-nums">
        {t('rescan_progress', { looked: rescan.looked, left: rescan.left })}
      </span>
    </span>
  )
}

const countTexts: Record<Outcome, TextKey<'admin-safety'>> = {
  flag: 'change_flag',
  release: 'change_release',
  facts: 'change_facts',
  failed: 'change_failed',
}

function Counts({ rescan }: { rescan: Rescan }) {
  const t = useText('admin-safety')
  return (
    <span className="flex flex-wrap gap-x-3 tabular-nums">
      {rescanOutcomes.map((outcome) => (
        <span key={outcome}>{t(countTexts[outcome], { number: rescan.changes[outcome] ?? 0 })}</span>
      ))}
    </span>
  )
}

const outcomeTexts: Record<Outcome, TextKey<'admin-safety'>> = {
  flag: 'outcome_flag',
  release: 'outcome_release',
  facts: 'outcome_facts',
  failed: 'outcome_failed',
}

function Report({ search }: { search: RescansSearch }) {
  const t = useText('admin-safety')
  const change = useSearchChange(rescansSearch)
  const list = useQuery(rescanQuery(useSite(), search))
  return (
    <section className="grid gap-4" aria-label={t('changes')}>
      {list.data && (
        <div className="grid gap-3 rounded-lg border border-line bg-surface p-4 text-sm">
          <State rescan={list.data.rescan} />
          {isMoving(list.data.rescan) && <Progress rescan={list.data.rescan} />}
          <Counts rescan={list.data.rescan} />
          <Apply rescan={list.data.rescan} />
        </div>
      )}
      <TableFilters label={t('filters')}>
        <SelectFilter
          label={t('outcome')}
          value={search.outcome}
          choices={[
            { value: '', label: t('all') },
            ...rescanOutcomes.map((value) => ({ value, label: t(outcomeTexts[value]) })),
          ]}
          onChange={(outcome) => change({ outcome })}
        />
        <TextFilter label={t('rule')} value={search.rule} onChange={(rule) => change({ rule })} />
      </TableFilters>
      <DataTable
        caption={t('changes')}
        columns={useChangeColumns()}
        rows={list.data?.changes}
        keyOf={({ node_id, version }) => `${node_id} ${version}`}
        empty={t('no_changes')}
        query={list}
        paging={{
          page: search.page,
          totalPages: list.data?.totalPages ?? 1,
          linkTo: (page) => `${adminPaths.rescans}${writeSearch(rescansSearch, { ...search, page })}`,
        }}
      />
    </section>
  )
}

function Progress({ rescan: { looked, left } }: { rescan: Rescan }) {
  const t = useText('admin-safety')
  return (
    <progress
      aria-label={t('rescan_progress', { looked, left })}
      max={Math.max(1, looked + left)}
      value={looked}
      className="w-full accent-accent"
    />
  )
}

function Apply({ rescan }: { rescan: Rescan }) {
  const t = useText('admin-safety')
  const may = useMay()
  const { call } = useAdminToken()
  const queries = useQueryClient()
  const [isAsking, setAsking] = useState(false)
  const { flag = 0, release = 0, facts = 0 } = rescan.changes
  if (rescan.state !== 'looked' || flag + release + facts === 0 || !may(applyRescan)) return null
  return (
    <div>
      <Button look="primary" onClick={() => setAsking(true)}>
        {t('apply')}
      </Button>
      {isAsking && (
        <ActDialog
          title={t('apply')}
          lead={t('apply_lead', { flag, release, facts })}
          things={[]}
          action={t('apply')}
          isDestructive={flag > 0}
          onAct={async () => {
            await call(applyRescan, { params: { rescanId: rescan.id } })
            await queries.invalidateQueries({ queryKey: ['admin', 'rescans'] })
            showToast('success', t('done'))
            setAsking(false)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

function useChangeColumns(): Column<RescanChange>[] {
  const t = useText('admin-safety')
  return [
    {
      id: 'version',
      title: t('node'),
      isHead: true,
      cell: ({ node_id: nodeId, version }) => (
        <Link to={links.version(nodeId, version)} className="text-accent underline underline-offset-4">
          <bdi>
            {nodeId} {version}
          </bdi>
        </Link>
      ),
    },
    { id: 'outcome', title: t('outcome'), cell: ({ outcome }) => t(outcomeTexts[outcome]) },
    { id: 'why', title: t('changes'), cell: (change) => <Why change={change} /> },
  ]
}

interface ShownFinding {
  rule?: string
  file_path?: string
  line_number?: number
  message?: string
}

function Why({ change }: { change: RescanChange }) {
  const t = useText('admin-safety')
  const { comfy_nodes_added: added, comfy_nodes_removed: removed, message } = change
  return (
    <ul className="grid gap-1">
      {(change.findings as ShownFinding[]).map((finding) => (
        <li
          key={`${finding.rule} ${finding.file_path} ${finding.line_number}`}
          dir="ltr"
          className="text-start"
        >
          <code className="font-mono text-xs">{finding.rule}</code>{' '}
          <bdi>{[finding.file_path, finding.line_number].filter(Boolean).join(':')}</bdi>{' '}
          <CodeText text={finding.message ?? ''} />
        </li>
      ))}
      {added.length > 0 && <li>{t('names_added', { names: added.join(', ') })}</li>}
      {removed.length > 0 && <li>{t('names_removed', { names: removed.join(', ') })}</li>}
      {message && <li dir="auto">{message}</li>}
    </ul>
  )
}
