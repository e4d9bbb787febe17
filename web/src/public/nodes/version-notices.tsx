import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { CodeText } from '../../ground/ui/code-text.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { AdvisoryNotices } from './advisories.tsx'
import { useHeldText } from './held-for.tsx'
import { DeprecationText, HeldBackNotice, MissingProvenance } from './notices.tsx'
import { isOffered, type NodeView, type VersionView } from './queries.ts'
import { reasonLines } from './reason-lines.ts'

export function VersionNotices({
  node,
  version,
}: {
  node: NodeView
  version: VersionView & { provenanceLastSeen?: string }
}) {
  const t = useText('nodes')
  const formats = useFormats()
  const latest = node.latest?.version
  return (
    <>
      <AdvisoryNotices nodeId={node.id} version={version.version} />
      {node.install.state === 'banned' && <HeldBackNotice install={node.install} />}
      <StatusNotice version={version} />
      <LoadNotice version={version} latest={latest} />
      {version.yankedAt && (
        <Notice tone="warn" title={t('yanked_notice', { date: formats.date(version.yankedAt) })}>
          {isOffered(node, version) && <p>{t('yanked_text')}</p>}
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
            {t('newer_held_text', { latest })}
          </Link>
        </p>
      )}
    </>
  )
}

/** Explains why the tool cannot load the version. */
function LoadNotice({
  version: { load_failures: failures = [] },
  latest,
}: {
  version: VersionView
  latest: string | undefined
}) {
  const t = useText('nodes')
  if (failures.length === 0) return null
  const isAllowed = failures.every(({ allowed }) => allowed)
  return (
    <Notice tone="danger" title={t('unloadable_version_notice')}>
      {failures.map(({ file, line, message }) => (
        <p key={`${file}:${line} ${message}`} dir="auto">
          {file !== undefined && <code>{line === undefined ? file : `${file}:${line}`}</code>}{' '}
          <CodeText text={message} />
        </p>
      ))}
      {isAllowed && <p>{t('unloadable_allowed')}</p>}
      {!isAllowed && latest !== undefined && <p>{t('unloadable_latest', { latest })}</p>}
    </Notice>
  )
}

function StatusNotice({
  version: { status, status_reason: reason, held_for: heldFor },
}: {
  version: VersionView
}) {
  const t = useText('nodes')
  const heldText = useHeldText()(heldFor)
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
          {heldText && <p>{heldText}</p>}
          <p>{t('flagged_text')}</p>
        </Notice>
      )
    case 'NodeVersionStatusBanned':
      return (
        <Notice tone="danger" title={t('banned_version_notice')}>
          {reasonLines(reason).map((line) => (
            <p key={line} dir="auto">
              <CodeText text={line} />
            </p>
          ))}
        </Notice>
      )
    default:
      return null
  }
}
