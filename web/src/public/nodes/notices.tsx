import { isHeldVersion } from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { AdvisoryNotices } from './advisories.tsx'
import { useHeldText } from './held-for.tsx'
import type { NodeView, VersionRow } from './queries.ts'
import { HealthNotice, ReadingNotice } from './reading-notice.tsx'

export function NodeNotices({ node, versions }: { node: NodeView; versions: readonly VersionRow[] }) {
  const t = useText('nodes')
  return (
    <>
      <HeldBackNotice install={node.install} />
      <NewerHeld node={node} versions={versions} />
      <AdvisoryNotices nodeId={node.id} />
      {node.install.state === 'deprecated' && (
        <Notice tone="warn" title={t('deprecated_notice')}>
          <DeprecationText message={node.install.reason} />
        </Notice>
      )}
      <MissingProvenance lastSeen={node.provenanceLastSeen} />
      {node.reading && <ReadingNotice nodeId={node.id} reading={node.reading} />}
      <HealthNotice node={node} />
    </>
  )
}

interface NewerHeldProps {
  node: { id: string; latest?: { version: string } }
  versions: readonly VersionRow[]
}

/** Names a held version above the latest one. The versions are sorted, highest first. */
export function NewerHeld({ node: { id, latest }, versions }: NewerHeldProps) {
  const t = useText('nodes')
  const place = versions.findIndex(({ version }) => version === latest?.version)
  const held = versions.slice(0, place < 0 ? undefined : place).find(isHeldVersion)
  const heldText = useHeldText()(held?.heldFor)
  if (!latest || !held) return null
  return (
    <Notice tone="info" title={t('newer_held', { version: held.version })}>
      {heldText && <p>{heldText}</p>}
      <p>{t('newer_held_text', { latest: latest.version })}</p>
      <Link to={links.version(id, held.version)} className="underline underline-offset-4">
        {t('about_version')}
      </Link>
    </Notice>
  )
}

/** Explains why a node cannot be installed. */
export function HeldBackNotice({ install: { state, reason, advisory } }: { install: NodeView['install'] }) {
  const t = useText('nodes')
  const quote = reason && <blockquote dir="auto">{reason}</blockquote>
  switch (state) {
    case 'banned':
      return (
        <Notice tone="danger" title={t('banned_notice')}>
          {quote}
        </Notice>
      )
    case 'blocked':
      return (
        <Notice tone="danger" title={t('blocked_notice')}>
          <p>{t('blocked_text')}</p>
          {advisory && (
            <Link to={links.advisory(advisory)} className="font-medium underline underline-offset-4">
              <bdi>{advisory}</bdi>
            </Link>
          )}
        </Notice>
      )
    case 'refused':
      return (
        <Notice tone="danger" title={t('refused_notice')}>
          {t('refused_text')}
        </Notice>
      )
    case 'under_review':
      return (
        <Notice tone="warn" title={t('under_review_notice')}>
          {t('under_review_text')}
        </Notice>
      )
    case 'cannot_load':
      return (
        <Notice tone="danger" title={t('unloadable_notice')}>
          {quote}
          <p>{t('unloadable_text')}</p>
        </Notice>
      )
    case 'withdrawn':
      return (
        <Notice tone="warn" title={t('withdrawn_notice')}>
          {quote}
          <p>{t('withdrawn_text')}</p>
        </Notice>
      )
    case 'suspicious':
      return (
        <Notice tone="danger" title={t('suspicious_notice')}>
          {t('suspicious_text')}
        </Notice>
      )
    case 'unpublished':
      return (
        <Notice tone="info" title={t('unpublished_notice')}>
          {t('unpublished_text')}
        </Notice>
      )
    default:
      return null
  }
}

/** Warns that an earlier version has provenance and this one does not. */
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
