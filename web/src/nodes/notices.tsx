import { Link } from 'react-router'
import { formatsOf } from '../formats.ts'
import { links } from '../links.ts'
import { useSite, useText } from '../site.ts'
import { Notice } from '../ui/notice.tsx'
import { AdvisoryNotices } from './advisories.tsx'
import type { NodeView, VersionView } from './queries.ts'

export function NodeNotices({ node }: { node: NodeView }) {
  const t = useText('nodes')
  return (
    <>
      {node.status === 'NodeStatusBanned' && (
        <Notice tone="danger" title={t('banned_notice')}>
          <span dir="auto">{node.status_detail}</span>
        </Notice>
      )}
      <AdvisoryNotices nodeId={node.id} />
      {node.latest?.deprecated && (
        <Notice tone="warn" title={t('deprecated_notice')}>
          <DeprecationText message={node.latest.deprecationMessage} />
        </Notice>
      )}
      <MissingProvenance lastSeen={node.provenanceLastSeen} />
    </>
  )
}

export function VersionNotices({
  node,
  version,
}: {
  node: NodeView
  version: VersionView & { provenanceLastSeen?: string }
}) {
  const t = useText('nodes')
  const formats = formatsOf(useSite().settings.locale)
  const latest = node.latest?.version
  return (
    <>
      <AdvisoryNotices nodeId={node.id} version={version.version} />
      <StatusNotice version={version} />
      {version.yankedAt && (
        <Notice tone="warn" title={t('yanked_notice', { date: formats.date(version.yankedAt) })}>
          <p>{t('yanked_text')}</p>
          {version.yankReason && <blockquote dir="auto">{version.yankReason}</blockquote>}
        </Notice>
      )}
      {version.deprecated && (
        <Notice tone="warn" title={t('deprecated_version_notice')}>
          <DeprecationText message={version.deprecationMessage} />
        </Notice>
      )}
      <MissingProvenance lastSeen={version.provenanceLastSeen} />
      {latest !== undefined && latest !== version.version && (
        <p className="text-sm">
          <Link to={links.version(node.id, latest)} className="text-accent underline underline-offset-4">
            {t('other_version', { version: latest })}
          </Link>
        </p>
      )}
    </>
  )
}

/** A version before this one says where it was built, and this one does not. */
function MissingProvenance({ lastSeen }: { lastSeen: string | undefined }) {
  const t = useText('nodes')
  if (lastSeen === undefined) return null
  return (
    <Notice tone="warn" title={t('provenance_missing')}>
      {t('provenance_missing_text', { version: lastSeen })}
    </Notice>
  )
}

function DeprecationText({ message }: { message: string | undefined }) {
  const t = useText('nodes')
  return (
    <>
      <p>{t('deprecated_text')}</p>
      {message && <blockquote dir="auto">{message}</blockquote>}
    </>
  )
}

function StatusNotice({ version: { status, status_reason: reason } }: { version: VersionView }) {
  const t = useText('nodes')
  switch (status) {
    case 'NodeVersionStatusPending':
      return (
        <Notice tone="info" title={t('pending_notice')}>
          {t('pending_text')}
        </Notice>
      )
    case 'NodeVersionStatusFlagged':
      return (
        <Notice tone="warn" title={t('flagged_notice')}>
          {t('flagged_text')}
        </Notice>
      )
    case 'NodeVersionStatusBanned':
      return (
        <Notice tone="danger" title={t('banned_version_notice')}>
          <span dir="auto">{reason}</span>
        </Notice>
      )
    default:
      return null
  }
}
