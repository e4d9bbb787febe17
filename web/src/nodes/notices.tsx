import { useText } from '../site.ts'
import { Notice } from '../ui/notice.tsx'
import { AdvisoryNotices } from './advisories.tsx'
import type { NodeView } from './queries.ts'

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

/** A version before this one says where it was built, and this one does not. */
export function MissingProvenance({ lastSeen }: { lastSeen: string | undefined }) {
  const t = useText('nodes')
  if (lastSeen === undefined) return null
  return (
    <Notice tone="warn" title={t('provenance_missing')}>
      {t('provenance_missing_text', { version: lastSeen })}
    </Notice>
  )
}

export function DeprecationText({ message }: { message: string | undefined }) {
  const t = useText('nodes')
  return (
    <>
      <p>{t('deprecated_text')}</p>
      {message && <blockquote dir="auto">{message}</blockquote>}
    </>
  )
}
