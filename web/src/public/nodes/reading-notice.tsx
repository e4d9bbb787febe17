import { Link } from 'react-router'
import { shownVersion } from '../../ground/paths/commit.ts'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Notice } from '../../ground/ui/notice.tsx'
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
  const formats = formatsOf(useSite().settings.locale)
  const isWarning = reading.verdict === 'warned'
  return (
    <Notice
      tone={isWarning ? 'warn' : 'info'}
      title={t('reading_notice', {
        commit: shownVersion(reading.commit),
        date: formats.date(reading.read_at),
      })}
    >
      {isWarning && <p>{t('reading_warned', { count: reading.blocking_findings })}</p>}
      {!reading.is_shareable && (
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
