import type { ResponseOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import {
  approveReading,
  type FailedReading,
  getReadingFigures,
  type HeldReading,
  listFailedReadings,
  listHeldReadings,
  type ReadingFailure,
  readingFailures,
} from '@nodeyard/contract/packs'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router'
import { shownVersion } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { choiceField, pageField, type SearchOf, textField } from '../../ground/paths/search-params.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import type { Column } from '../../ground/tables/data-table.tsx'
import type { TextKey } from '../../ground/texts/texts.ts'
import { CodeText } from '../../ground/ui/code-text.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { AdminList } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { ConfirmDialog } from '../kit/confirm-dialog.tsx'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { useChange } from '../kit/use-change.ts'
import { type List, useList } from '../kit/use-list.ts'
import { useRead } from '../kit/use-read.ts'

const readingsSearch = {
  show: choiceField(['failed', 'held']),
  failure: choiceField(['', ...readingFailures]),
  part: textField(limits.searchLength),
  page: pageField,
}
type ReadingsSearch = SearchOf<typeof readingsSearch>

const rowsOnPage = 30

export const failureTexts: Record<ReadingFailure, TextKey<'admin-safety'>> = {
  gone: 'failure_gone',
  moved: 'failure_moved',
  private: 'failure_private',
  too_large: 'failure_too_large',
  not_a_pack: 'failure_not_a_pack',
  unreadable: 'failure_unreadable',
  refused: 'failure_refused',
  opted_out: 'failure_opted_out',
}

export const { handle, loader, Component } = adminPage({
  path: adminPaths.readings,
  title: 'nav_readings',
  namespaces: ['admin-safety'],
  lead: (texts) => texts.of('admin-safety')('readings_lead'),
  Content: Readings,
})

function Readings() {
  const list = useList(adminPaths.readings, readingsSearch)
  const { data } = useQuery(routeQuery(useSite(), getReadingFigures, {}))
  const tabs = useTabs(data)
  return (
    <>
      {data && <Figures figures={data} />}
      {list.search.show === 'held' ? (
        <HeldReadings list={list} tabs={tabs} />
      ) : (
        <FailedReadings list={list} tabs={tabs} />
      )}
    </>
  )
}

type ReadingFigures = ResponseOf<typeof getReadingFigures>

/** How far the registry has read. */
function Figures({ figures }: { figures: ReadingFigures }) {
  const t = useText('admin-safety')
  const formats = useFormats()
  if (!figures.is_on) return <p className="text-sm text-muted">{t('readings_off')}</p>
  return (
    <p className="text-sm text-muted tabular-nums">
      {t('readings_figures', {
        read: formats.number(figures.read),
        readable: formats.number(figures.readable),
        waiting: formats.number(figures.waiting),
        size: formats.bytes(figures.archive_bytes),
      })}
    </p>
  )
}

function useTabs(figures: ReadingFigures | undefined) {
  const t = useText('admin-safety')
  const failed = figures && Object.values(figures.failed).reduce((sum, count) => sum + count, 0)
  return {
    label: t('readings_show'),
    of: 'show' as const,
    choices: [
      { value: '', label: t('readings_failed'), count: failed },
      { value: 'held', label: t('readings_held'), count: figures?.held },
    ],
  }
}

interface Lists {
  list: List<ReadingsSearch>
  tabs: ReturnType<typeof useTabs>
}

function FailedReadings({ list, tabs }: Lists) {
  const t = useText('admin-safety')
  const { failure, part, page } = list.search
  const read = useRead(listFailedReadings, { failure, part, page, limit: rowsOnPage })
  const choices = readingFailures.map((value) => ({ value, label: t(failureTexts[value]) }))
  return (
    <AdminList
      list={list}
      read={read}
      rows={read.data?.readings}
      keyOf={({ node_id }) => node_id}
      caption={t('readings_failed')}
      empty={t('no_failed_readings')}
      tabs={tabs}
      filters={[
        { label: t('node'), text: 'part' },
        {
          label: t('failure_reason'),
          oneOf: 'failure',
          choices: [{ value: '', label: t('any_reason') }, ...choices],
        },
      ]}
      columns={useFailedColumns()}
    />
  )
}

function useFailedColumns(): Column<FailedReading>[] {
  const t = useText('admin-safety')
  return [
    {
      id: 'node',
      title: t('node'),
      isHead: true,
      cell: ({ node_id: id, repository }) => <NodeCell id={id} repository={repository} />,
    },
    {
      id: 'reason',
      title: t('failure_reason'),
      cell: ({ failure, detail, failures }) => (
        <span className="grid gap-1">
          <span className="font-medium">{t(failureTexts[failure])}</span>
          <span className="text-muted wrap-anywhere" dir="auto">
            {detail}
          </span>
          {failures > 1 && <span className="text-muted">{t('failed_times', { number: failures })}</span>}
        </span>
      ),
    },
    { id: 'tried', title: t('tried_at'), cell: ({ tried_at: iso }) => <Timestamp iso={iso} /> },
    { id: 'due', title: t('due_at'), cell: ({ due_at: iso }) => <Timestamp iso={iso} /> },
  ]
}

function NodeCell({ id, repository }: { id: string; repository: string }) {
  return (
    <span className="grid gap-1">
      <Link to={links.node(id)} className="text-accent underline underline-offset-4">
        <bdi>{id}</bdi>
      </Link>
      <bdi className="font-mono text-xs text-muted wrap-anywhere">{repository}</bdi>
    </span>
  )
}

function HeldReadings({ list, tabs }: Lists) {
  const t = useText('admin-safety')
  const read = useRead(listHeldReadings, { page: list.search.page, limit: rowsOnPage })
  return (
    <AdminList
      list={list}
      read={read}
      rows={read.data?.readings}
      keyOf={({ node_id }) => node_id}
      caption={t('readings_held')}
      empty={t('no_held_readings')}
      tabs={tabs}
      columns={useHeldColumns()}
      nameOf={({ node_id }) => node_id}
      actions={[
        {
          text: t('approve_reading'),
          route: approveReading,
          dialog: (row, close) => <ApproveDialog row={row} onClose={close} />,
        },
      ]}
    />
  )
}

function useHeldColumns(): Column<HeldReading>[] {
  const t = useText('admin-safety')
  return [
    {
      id: 'node',
      title: t('node'),
      isHead: true,
      cell: ({ node_id: id, repository }) => <NodeCell id={id} repository={repository} />,
    },
    {
      id: 'commit',
      title: t('read_commit'),
      cell: ({ commit }) => <bdi className="font-mono text-xs">{shownVersion(commit)}</bdi>,
    },
    {
      id: 'findings',
      title: t('read_findings'),
      cell: ({ findings }) => (
        <ul className="grid gap-2">
          {findings.map(({ rule, message, file: path, line }) => (
            <li key={`${rule} ${path} ${line}`} className="grid gap-0.5">
              <span>
                <CodeText text={message} />
              </span>
              {path && (
                <bdi className="font-mono text-xs text-muted wrap-anywhere">
                  {path}
                  {line === undefined ? '' : `:${line}`}
                </bdi>
              )}
            </li>
          ))}
        </ul>
      ),
    },
    { id: 'read', title: t('read_at'), cell: ({ read_at: iso }) => <Timestamp iso={iso} /> },
  ]
}

function ApproveDialog({ row, onClose }: { row: HeldReading; onClose(): void }) {
  const t = useText('admin-safety')
  const { call } = useAdminToken()
  const changed = useChange(['admin', 'readings'], ['nodes'])
  const { node_id: nodeId, commit } = row
  return (
    <ConfirmDialog
      title={t('approve_reading')}
      lead={t('approve_reading_lead')}
      things={[`${nodeId} ${shownVersion(commit)}`]}
      reason={{ key: `approve-reading ${nodeId}` }}
      action={t('approve_reading')}
      onConfirm={async (reason) => {
        await call(approveReading, { params: { nodeId, commit }, body: { reason } })
        await changed(t('done'))
        onClose()
      }}
      onClose={onClose}
    />
  )
}
