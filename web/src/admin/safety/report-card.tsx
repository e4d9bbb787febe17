import {
  type AbuseReport,
  answerReport,
  closeReports,
  type ReportedNode,
  takeReports,
} from '@nodeyard/contract/safety'
import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link } from 'react-router'
import { useMay } from '../../account/access/use-may.ts'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button, ButtonLink } from '../../ground/ui/button.tsx'
import { Timestamp } from '../../ground/ui/timestamp.tsx'
import { kindTexts } from '../../public/safety/kinds.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import { useAdminToken } from '../kit/use-admin-token.ts'
import { showFailure } from '../kit/use-change.ts'
import { outcomeTexts, type ReportAction } from './report-dialogs.tsx'

export const states = ['waiting', 'open', 'taken', 'closed'] as const
export type ReportState = (typeof states)[number]

export const stateTexts: Record<ReportState, TextKey<'admin-safety'>> = {
  waiting: 'state_waiting',
  open: 'state_open',
  taken: 'state_taken',
  closed: 'state_closed',
}

/** Assigns reports to the admin, or unassigns them, and reloads the list. */
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
      showFailure(error)
    } finally {
      await queries.invalidateQueries({ queryKey: ['admin', 'reports'] })
      setRunning(false)
    }
  }
  return { take, isRunning }
}

export function NodeCell({ node, ask }: { node: ReportedNode; ask(asked: ReportAction): void }) {
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

export function Report({
  report,
  node,
  ask,
}: {
  report: AbuseReport
  node: ReportedNode
  ask(asked: ReportAction): void
}) {
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

function Acts({
  report,
  node,
  ask,
}: {
  report: AbuseReport
  node: ReportedNode
  ask(asked: ReportAction): void
}) {
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
