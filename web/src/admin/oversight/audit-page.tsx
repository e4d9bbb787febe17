import type { QueryOf } from '@nodeyard/contract/ground'
import { type AuditLine, listAuditEvents } from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useSearch } from '../../ground/paths/search-params.ts'
import { routeQuery } from '../../ground/site/route-query.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { withoutEmpty } from '../../ground/site/without-empty.ts'
import { type Column, DataTable } from '../../ground/tables/data-table.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { showToast } from '../../ground/ui/toast.ts'
import { ListFilters } from '../kit/admin-list.tsx'
import { adminPage } from '../kit/admin-page.tsx'
import { adminPaths } from '../kit/admin-paths.ts'
import { showFailure } from '../kit/use-change.ts'
import { useList } from '../kit/use-list.ts'
import { RecordChange } from './record-details.tsx'
import { type AuditSearch, auditLink, auditSearch } from './search.ts'

const pageSize = 100
const maxExported = 10_000

export const { handle, loader, Component } = adminPage({
  path: adminPaths.audit,
  title: 'nav_audit',
  namespaces: ['admin-oversight'],
  lead: (texts) => texts.of('admin-oversight')('audit_lead'),
  Actions: Export,
  Content: AuditLog,
})

function AuditLog() {
  const t = useText('admin-oversight')
  const list = useList(adminPaths.audit, auditSearch)
  return (
    <>
      <ListFilters
        list={list}
        filters={[
          { label: t('actor'), text: 'actor' },
          { label: t('action'), text: 'action' },
          { label: t('subject'), text: 'subject' },
          { label: t('publisher'), text: 'publisher' },
          { label: t('text'), text: 'text' },
          { label: t('from'), text: 'from', type: 'date' },
          { label: t('to'), text: 'to', type: 'date' },
        ]}
      />
      {/* Remounts on a new filter, to start at the newest event. */}
      <Lines key={auditLink(list.search)} search={list.search} />
    </>
  )
}

function pageQuery(search: AuditSearch, before: number | undefined): QueryOf<typeof listAuditEvents> {
  const { publisher, ...others } = search
  return { ...withoutEmpty({ ...others, publisher_id: publisher, before }), limit: pageSize }
}

function Lines({ search }: { search: AuditSearch }) {
  const t = useText('admin-oversight')
  const common = useText('common')
  /** The last event ids of the previous pages. */
  const [ends, setEnds] = useState<readonly number[]>([])
  const list = useQuery(routeQuery(useSite(), listAuditEvents, { query: pageQuery(search, ends.at(-1)) }))
  const last = list.data?.events.at(-1)?.id
  return (
    <>
      <DataTable
        caption={t('audit_lines')}
        columns={useColumns(search)}
        rows={list.data?.events}
        keyOf={({ id }) => String(id)}
        empty={t('no_lines')}
        query={list}
      />
      <div className="flex gap-2">
        {ends.length > 0 && <Button onClick={() => setEnds(ends.slice(0, -1))}>{common('previous')}</Button>}
        {last !== undefined && list.data?.events.length === pageSize && (
          <Button onClick={() => setEnds([...ends, last])}>{common('next')}</Button>
        )}
      </div>
    </>
  )
}

function useColumns(search: AuditSearch): Column<AuditLine>[] {
  const t = useText('admin-oversight')
  const formats = useFormats()
  return [
    {
      id: 'at',
      title: t('time'),
      cell: ({ at }) => (
        <time dateTime={at} className="whitespace-nowrap">
          {formats.dateTime(at)}
        </time>
      ),
    },
    {
      id: 'actor',
      title: t('actor'),
      cell: ({ actor: { kind, id, name } }) => (
        <Link to={auditLink({ ...search, actor: id ?? '' })} className="text-accent hover:underline">
          <bdi>{name ?? id ?? kind}</bdi>
        </Link>
      ),
    },
    {
      id: 'action',
      title: t('action'),
      isHead: true,
      cell: ({ action }) => (
        <Link to={auditLink({ ...search, action })} className="text-accent hover:underline">
          <code dir="ltr">{action}</code>
        </Link>
      ),
    },
    {
      id: 'subject',
      title: t('subject'),
      cell: ({ subject }) => (
        <Link to={auditLink({ ...search, subject: subject.id })} className="text-accent hover:underline">
          <bdi className="break-all">{subject.name ?? subject.id}</bdi>
        </Link>
      ),
    },
    {
      id: 'change',
      title: t('change'),
      cell: ({ before, after }) =>
        before === undefined && after === undefined ? null : <RecordChange before={before} after={after} />,
    },
  ]
}

/** Exports the log as JSON Lines. */
function Export() {
  const t = useText('admin-oversight')
  const search = useSearch(auditSearch)
  const site = useSite()
  const [isRunning, setRunning] = useState(false)
  const save = async () => {
    setRunning(true)
    try {
      const lines: string[] = []
      for (let before: number | undefined; lines.length < maxExported; ) {
        const { events } = await site.registry.call(listAuditEvents, { query: pageQuery(search, before) })
        lines.push(...events.map((event) => JSON.stringify(event)))
        before = events.at(-1)?.id
        if (events.length < pageSize) break
      }
      saveAs('audit.jsonl', lines.map((line) => `${line}\n`).join(''))
      if (lines.length >= maxExported) showToast('info', t('export_cut', { number: maxExported }))
    } catch (error) {
      showFailure(error)
    } finally {
      setRunning(false)
    }
  }
  return (
    <Button disabled={isRunning} onClick={() => void save()}>
      {t('export')}
    </Button>
  )
}

function saveAs(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/jsonl' }))
  const link = Object.assign(document.createElement('a'), { href: address, download: name })
  link.click()
  URL.revokeObjectURL(address)
}
