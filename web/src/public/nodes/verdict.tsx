import type { InstallState } from '@nodeyard/contract/ground'
import { type Capability, isHeldBack } from '@nodeyard/contract/packs'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { links, sections } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'
import { HeldPack } from './held-for.tsx'
import { commercialTexts, licenceName, licenceOf } from './licence.ts'
import { capabilitiesQuery, type NodeView, scoreQuery } from './queries.ts'

/** Facts for deciding on an install at a glance: scan, license and Python versions. */
export function Verdict({ node }: { node: NodeView }) {
  return (
    <ul className="verdict">
      <ScanTile node={node} />
      <LicenceTile node={node} />
      {node.shown && <PythonTile nodeId={node.id} />}
    </ul>
  )
}

interface TileProps {
  icon: IconName
  tone: 'good' | 'warn' | 'plain'
  name: string
  href?: string
  children: ReactNode
}

const tones = { good: 'text-accent', warn: 'text-warn', plain: 'text-muted' } as const

function Tile({ icon, tone, name, href, children }: TileProps) {
  const content = (
    <>
      <span className={`flex items-center gap-1.5 text-xs font-medium ${tones[tone]}`}>
        <Icon name={icon} className="size-4" />
        {name}
      </span>
      <span className="line-clamp-3 text-sm font-medium break-words break-keep">{children}</span>
    </>
  )
  return (
    <li className="min-w-0">
      {href ? (
        <a href={href} className="grid h-full content-start gap-1 rounded-md px-3.5 py-3 hover:bg-sunken">
          {content}
        </a>
      ) : (
        <span className="grid h-full content-start gap-1 px-3.5 py-3">{content}</span>
      )}
    </li>
  )
}

function ScanTile({ node: { id, install, latest, reading, shown } }: { node: NodeView }) {
  const t = useText('nodes')
  const warn = { icon: 'warning', tone: 'warn', name: t('verdict_checked') } as const
  if (install.state === 'under_review')
    return (
      <Tile {...warn}>
        <HeldPack nodeId={id} />
      </Tile>
    )
  if (isHeldBack(install)) return <Tile {...warn}>{t(heldTexts[install.state] ?? 'verdict_held')}</Tile>
  if (!latest && reading && reading.verdict !== 'clear')
    return <Tile {...warn}>{t('verdict_findings', { count: reading.blocking_findings })}</Tile>
  if (!shown) return <Tile {...warn}>{t('verdict_unread')}</Tile>
  return <ScannedTile nodeId={id} version={shown.version} />
}

const heldTexts: Partial<Record<InstallState, TextKey<'nodes'>>> = {
  unpublished: 'verdict_unread',
  suspicious: 'verdict_dangerous',
}

const uses: Record<Capability['kind'], TextKey<'nodes'>> = {
  network: 'uses_network',
  process: 'uses_process',
  download: 'uses_download',
  install_download: 'uses_install_download',
  file_write: 'uses_file_write',
  environment: 'uses_environment',
  native_code: 'uses_native_code',
  server_route: 'uses_server_route',
  frontend_script: 'uses_frontend_script',
}

/** States in words the result of scanning an offered version or reading. */
function ScannedTile({ nodeId, version }: { nodeId: string; version: string }) {
  const t = useText('nodes')
  const site = useSite()
  const { data: score } = useSuspenseQuery(scoreQuery(site, nodeId))
  const { data: capabilities } = useSuspenseQuery(capabilitiesQuery(site, nodeId, version))
  const name = t('verdict_checked')
  if (!capabilities)
    return (
      <Tile icon="warning" tone="warn" name={name}>
        {t('verdict_unread')}
      </Tile>
    )
  const list = formatsOf(site.settings.locale).list(capabilities.map(({ kind }) => t(uses[kind])))
  return (
    <Tile
      icon="verified"
      tone="good"
      name={name}
      {...(list === '' ? {} : { href: `${links.version(nodeId, version)}#${sections.capabilities}` })}
    >
      {(score?.blocking_findings ?? 0) > 0
        ? t('verdict_approved')
        : list === ''
          ? t('verdict_passed_quiet')
          : t('verdict_passed_uses', { list })}
    </Tile>
  )
}

function LicenceTile({ node: { license, license_name: found, commercial_use: use } }: { node: NodeView }) {
  const t = useText('nodes')
  const licence = licenceOf(license, found)
  return (
    <Tile icon="licence" tone={licence === undefined ? 'warn' : 'plain'} name={t('licence')}>
      {licence === undefined ? t('no_licence') : <span dir="auto">{licenceName(licence)}</span>}
      {licence !== undefined && (
        <span className="block text-xs text-muted">{t(commercialTexts[use ?? 'unknown'])}</span>
      )}
    </Tile>
  )
}

function PythonTile({ nodeId }: { nodeId: string }) {
  const t = useText('nodes')
  const { data } = useSuspenseQuery(scoreQuery(useSite(), nodeId))
  if (!data) return null
  return (
    <Tile icon="code" tone="plain" name="Python">
      {data.requires_python ? <bdi dir="ltr">{data.requires_python}</bdi> : t('not_stated')}
    </Tile>
  )
}
