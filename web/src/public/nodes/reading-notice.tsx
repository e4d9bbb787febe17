import { limits } from '@nodeyard/contract/limits'
import { Link } from 'react-router'
import { shownVersion } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { useHeldText } from './held-for.tsx'
import { ReadAgain } from './later-sections.ts'
import type { NodeView } from './queries.ts'

/** Explains that the facts on this page come from a repository, not from its author. */
export function ReadingNotice({
  nodeId,
  reading,
}: {
  nodeId: string
  reading: NonNullable<NodeView['reading']>
}) {
  const t = useText('nodes')
  const formats = useFormats()
  const isWarning = reading.verdict === 'warned'
  const isHeld = reading.verdict === 'held'
  const heldText = useHeldText()(reading.held_for)
  const goneSince = reading.gone_since
  return (
    <Notice
      tone={isWarning || isHeld || goneSince ? 'warn' : 'info'}
      title={t('reading_notice', {
        commit: shownVersion(reading.commit),
        date: formats.date(reading.read_at),
      })}
    >
      {goneSince && (
        <p>{t('reading_gone', { date: formats.date(goneSince), end: formats.date(daysAfter(goneSince)) })}</p>
      )}
      {isWarning && <p>{t('reading_warned', { count: reading.blocking_findings })}</p>}
      {heldText && <p>{heldText}</p>}
      {!isHeld && !goneSince && !reading.is_shareable && (
        <p>{t(reading.license_name ? 'reading_not_shown' : 'reading_without_license')}</p>
      )}
      {reading.omitted_files > 0 && (
        <p>
          {t('reading_omitted', {
            count: reading.omitted_files,
            size: formats.bytes(reading.omitted_bytes),
          })}
        </p>
      )}
      {reading.submodules.length > 0 && (
        <p>{t('reading_submodules', { list: formats.list(reading.submodules) })}</p>
      )}
      <ReadAgain nodeId={nodeId} />
    </Notice>
  )
}

const daysAfter = (iso: string) =>
  new Date(Date.parse(iso) + limits.goneReadingDays * 86_400_000).toISOString()

/** Whether anyone still looks after it. */
export function HealthNotice({ node: { is_archived, successor } }: { node: NodeView }) {
  const t = useText('nodes')
  if (successor)
    return (
      <Notice tone="warn" title={t('superseded_notice')}>
        <Link to={links.node(successor)} className="font-medium underline underline-offset-4">
          <bdi>{successor}</bdi>
        </Link>
      </Notice>
    )
  return is_archived ? (
    <Notice tone="warn" title={t('archived_notice')}>
      {t('archived_text')}
    </Notice>
  ) : null
}
