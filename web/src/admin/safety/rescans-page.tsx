import { limits } from '@nodeyard/contract/limits'
import {
  applyRescan,
  getRescan,
  listRescans,
  type Rescan,
  type RescanChange,
  rescanOutcomes,
  startRescan,
} from '@nodeyard/contract/safety'
import { keepPreviousData, queryOptions, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { links } from '../../ground/paths/links.ts'
import {
  choiceField,
  pageField,
  type SearchOf,
  textField,
  writeSearch,
} from '../../ground/paths/search-params.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import { type Site, useSite, useText } from '../../ground/site/site.ts'
import { withoutEmpty } from '../../ground/site/without-empty.ts'
import type { Column } from '../../ground/tables/data-table.tsx'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { CodeText } from '../../ground/ui/code-text.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { AdminList } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { showFailure, useChange } from '../kit/use-change.ts'
import { type List, useList } from '../kit/use-list.ts'

type Outcome = (typeof rescanOutcomes)[number]
const rescansSearch = {
  rescan: textField(36),
  outcome: choiceField(['', ...rescanOutcomes]),
  rule: textField(limits.nameLength),
  page: pageField,
}
type RescansSearch = SearchOf<typeof rescansSearch>

/** How often a running rescan is reloaded. */
const refreshMs = 5000
const isActive = ({ state }: Rescan) => state === 'looking' || state === 'applying'

const rescansQuery = (site: Site) =>
  queryOptions({
    ...routeQuery(site, listRescans, {}),
    refetchInterval: ({ state }) => (state.data?.rescans.some(isActive) ? refreshMs : false),
  })

function rescanQuery(site: Site, { rescan: rescanId, outcome, rule, page }: RescansSearch) {
  const query = { ...withoutEmpty({ outcome, rule }), page, limit: 50 }
  return queryOptions({
    ...routeQuery(site, getRescan, { params: { rescanId }, query }),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data && isActive(state.data.rescan) ? refreshMs : false),
  })
}

export const { handle, loader, Component } = adminPage({
  path: adminPaths.rescans,
  title: 'nav_rescans',
  namespaces: ['admin-safety'],
  lead: (texts) => texts.of('admin-safety')('rescans_lead'),
  Actions: StartButtons,
  Content: Rescans,
})

function StartButtons() {
  const t = useText('admin-safety')
  const may = useMay()
  const { call } = useAdminToken()
  const changed = useChange(['admin', 'rescans'])
  const [isAsking, setAsking] = useState(false)
  const [isStarting, setStarting] = useState(false)
  const start = async (everything: boolean) => {
    await call(startRescan, { body: { everything } })
    await changed(t('done'))
    setAsking(false)
  }
  if (!may(startRescan)) return null
  const startOld = async () => {
    setStarting(true)
    await start(false).catch(showFailure)
    setStarting(false)
  }
  return (
    <>
      <Button look="primary" disabled={isStarting} onClick={() => void startOld()}>
        {t('rescan_old')}
      </Button>
      <Button onClick={() => setAsking(true)}>{t('rescan_all')}</Button>
      {isAsking && (
        <ConfirmDialog
          title={t('rescan_all')}
          lead={t('rescan_all_lead')}
          things={[]}
          action={t('rescan_all')}
          onConfirm={() => start(true)}
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
  const list = useList(adminPaths.rescans, rescansSearch)
  const read = useQuery(rescansQuery(useSite()))
  const shown = list.search.rescan || read.data?.rescans[0]?.id
  return (
    <>
      {shown && <Report list={list} rescanId={shown} />}
      <h2 className="text-lg font-semibold">{t('history')}</h2>
      <AdminList
        list={list}
        read={read}
        rows={read.data?.rescans}
        keyOf={({ id }) => id}
        caption={t('history')}
        empty={t('no_rescans')}
        columns={[
          {
            id: 'started',
            title: t('started'),
            isHead: true,
            cell: ({ startedAt }) => <Timestamp iso={startedAt} />,
          },
          { id: 'state', title: t('state'), cell: (rescan) => <State rescan={rescan} /> },
          { id: 'changes', title: t('changes'), cell: (rescan) => <Counts rescan={rescan} /> },
        ]}
        actions={[
          {
            text: t('show'),
            to: ({ id }) => adminPaths.rescans + writeSearch(rescansSearch, { rescan: id }),
          },
        ]}
      />
    </>
  )
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

function Report({ list, rescanId }: { list: List<RescansSearch>; rescanId: string }) {
  const t = useText('admin-safety')
  const read = useQuery(rescanQuery(useSite(), { ...list.search, rescan: rescanId }))
  return (
    <section className="grid gap-4" aria-label={t('changes')}>
      {read.data && (
        <div className="grid gap-3 rounded-lg border border-line bg-surface p-4 text-sm">
          <State rescan={read.data.rescan} />
          {isActive(read.data.rescan) && <Progress rescan={read.data.rescan} />}
          <Counts rescan={read.data.rescan} />
          <Apply rescan={read.data.rescan} />
        </div>
      )}
      <AdminList
        list={list}
        read={read}
        rows={read.data?.changes}
        keyOf={({ node_id, version }) => `${node_id} ${version}`}
        caption={t('changes')}
        empty={t('no_changes')}
        filters={[
          {
            label: t('outcome'),
            oneOf: 'outcome',
            choices: [
              { value: '', label: t('all') },
              ...rescanOutcomes.map((value) => ({ value, label: t(outcomeTexts[value]) })),
            ],
          },
          { label: t('rule'), text: 'rule' },
        ]}
        columns={useChangeColumns()}
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
  const changed = useChange(['admin', 'rescans'])
  const [isAsking, setAsking] = useState(false)
  const { flag = 0, release = 0, facts = 0 } = rescan.changes
  if (rescan.state !== 'looked' || flag + release + facts === 0 || !may(applyRescan)) return null
  return (
    <div>
      <Button look="primary" onClick={() => setAsking(true)}>
        {t('apply')}
      </Button>
      {isAsking && (
        <ConfirmDialog
          title={t('apply')}
          lead={t('apply_lead', { flag, release, facts })}
          things={[]}
          action={t('apply')}
          isDestructive={flag > 0}
          onConfirm={async () => {
            await call(applyRescan, { params: { rescanId: rescan.id } })
            await changed(t('done'))
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
    { id: 'why', title: t('changes'), cell: (change) => <ChangeDetails change={change} /> },
  ]
}

interface ShownFinding {
  rule?: string
  file_path?: string
  line_number?: number
  message?: string
}

function ChangeDetails({ change }: { change: RescanChange }) {
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
