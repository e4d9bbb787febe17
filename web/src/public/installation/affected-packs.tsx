import type { InstalledPack } from '@nodeyard/analysis/installations'
import { type Affected, type Comparison, findAffected } from '@nodeyard/planning/affected'
import { useEffect, useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { Section } from '../../ground/ui/section.tsx'

/** Installed packs that are on the kill list or have an advisory. */
export function AffectedPacks({ packs }: { packs: readonly InstalledPack[] }) {
  const t = useText('plan')
  const { registry } = useSite()
  const formats = useFormats()
  const [state, setState] = useState<Comparison | 'failed'>()
  useEffect(() => {
    let isCurrent = true
    findAffected(registry, packs).then(
      (found) => isCurrent && setState(found),
      () => isCurrent && setState('failed'),
    )
    return () => {
      isCurrent = false
    }
  }, [registry, packs])
  const found = typeof state === 'object' ? state : undefined
  return (
    <Section title={t('affected_title')}>
      {state === undefined && <p className="waiting text-sm text-muted">{t('affected_checking')}</p>}
      {state === 'failed' && <Notice tone="warn" title={t('affected_failed')} />}
      {found?.compared === 0 && <Notice tone="info" title={t('affected_unchecked')} />}
      {found && found.compared > 0 && found.affected.length === 0 && found.unnamed.length < packs.length && (
        <Notice tone="good" title={t('affected_none', { number: formats.number(found.compared) })}>
          {t('affected_private')}
        </Notice>
      )}
      {found?.affected.map((one) => (
        <AffectedPack key={`${one.name} ${one.advisory}`} affected={one} />
      ))}
      {found && found.unnamed.length > 0 && (
        <Notice tone="info" title={t('affected_unnamed', { list: formats.list(found.unnamed) })} />
      )}
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
