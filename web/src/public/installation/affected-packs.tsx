import type { InstalledPack } from '@nodeyard/analysis/lock/installation'
import { type Affected, findAffected } from '@nodeyard/planning/affected'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { Section } from '../../ground/ui/section.tsx'

/** Installed packs that are on the kill list or have an advisory. */
export function AffectedPacks({ packs }: { packs: readonly InstalledPack[] }) {
  const t = useText('plan')
  const { registry } = useSite()
  const [affected, setAffected] = useState<Affected[] | 'failed'>()
  useEffect(() => {
    let isCurrent = true
    findAffected(registry, packs).then(
      (found) => isCurrent && setAffected(found),
      () => isCurrent && setAffected('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [registry, packs])
  return (
    <Section title={t('affected_title')}>
      {affected === undefined && <p className="waiting text-sm text-muted">{t('affected_checking')}</p>}
      {affected === 'failed' && <Notice tone="warn" title={t('affected_failed')} />}
      {Array.isArray(affected) && affected.length === 0 && (
        <Notice tone="good" title={t('affected_none')}>
          {t('affected_private')}
        </Notice>
      )}
      {Array.isArray(affected) &&
        affected.map((one) => <AffectedPack key={`${one.name} ${one.advisory}`} affected={one} />)}
    </Section>
  )
}

function AffectedPack({ affected: { name, version, advisory, title, isRefused } }: { affected: Affected }) {
  const t = useText('plan')
  return (
    <Notice
      tone={isRefused ? 'danger' : 'warn'}
      title={t(isRefused ? 'affected_refused' : 'affected_advised')}
    >
      <bdi className="font-mono wrap-anywhere">
        {name} {version}
      </bdi>
      :{' '}
      <Link to={links.advisory(advisory)} className="underline underline-offset-4">
        <span dir="auto">{title}</span>
      </Link>
    </Notice>
  )
}
