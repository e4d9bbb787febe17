import { isHeldBack } from '@nodeyard/contract/held-back'
import { useSuspenseQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { links, sections } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Icon, type IconName } from '../../ground/ui/icon.tsx'
import { licenceName, licenceOf } from './licence.ts'
import { capabilitiesQuery, type NodeView, scoreQuery } from './queries.ts'

/** Facts for deciding on an install at a glance: scan, capabilities, license and Python versions. */
export function Verdict({ node }: { node: NodeView }) {
  return (
    <ul className="verdict">
      {node.latest && <CheckedTile node={node} />}
      {!node.latest && node.reading && <ReadTile reading={node.reading} />}
      {!node.latest && !node.reading && <UnlistedTile install={node.install} />}
      {node.shown && <CapabilityTile nodeId={node.id} version={node.shown.version} />}
      <LicenceTile node={node} />
      {node.latest && <PythonTile nodeId={node.id} />}
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
      <span className="line-clamp-2 text-sm font-medium break-words break-keep">{children}</span>
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

function CheckedTile({ node }: { node: NodeView }) {
  const t = useText('nodes')
  const site = useSite()
  const formats = formatsOf(site.settings.locale)
  const { data } = useSuspenseQuery(scoreQuery(site, node.id))
  const isHeld = node.install.state !== 'installable' && node.install.state !== 'deprecated'
  if (isHeld) return <WarningTile>{t('verdict_held')}</WarningTile>
  const isLookedAt = (data?.blocking_findings ?? 0) > 0
  return (
    <Tile icon="verified" tone="good" name={t('verdict_checked')}>
      {isLookedAt
        ? t('verdict_approved')
        : t('verdict_scanned', { date: formats.date(data?.scanned_at ?? node.updated_at) })}
    </Tile>
  )
}

function ReadTile({ reading }: { reading: NonNullable<NodeView['reading']> }) {
  const t = useText('nodes')
  const formats = formatsOf(useSite().settings.locale)
  if (reading.verdict === 'clear')
    return (
      <Tile icon="verified" tone="good" name={t('verdict_checked')}>
        {t('verdict_scanned', { date: formats.date(reading.read_at) })}
      </Tile>
    )
  return <WarningTile>{reading.verdict === 'held' ? t('verdict_held') : t('verdict_findings')}</WarningTile>
}

/** A pack that is held back has versions, unless nothing was uploaded yet. */
function UnlistedTile({ install }: Pick<NodeView, 'install'>) {
  const t = useText('nodes')
  const hasArrived = isHeldBack(install) && install.state !== 'unpublished'
  return <WarningTile>{hasArrived ? t('verdict_held') : t('verdict_unread')}</WarningTile>
}

function WarningTile({ children }: { children: ReactNode }) {
  return (
    <Tile icon="warning" tone="warn" name={useText('nodes')('verdict_checked')}>
      {children}
    </Tile>
  )
}

function CapabilityTile({ nodeId, version }: { nodeId: string; version: string }) {
  const t = useText('nodes')
  const { data } = useSuspenseQuery(capabilitiesQuery(useSite(), nodeId, version))
  if (!data) return null
  const isQuiet = data.length === 0
  return (
    <Tile
      icon="shield"
      tone={isQuiet ? 'good' : 'plain'}
      name={t('capabilities')}
      {...(isQuiet ? {} : { href: `${links.version(nodeId, version)}#${sections.capabilities}` })}
    >
      {isQuiet ? t('verdict_quiet') : t('capability_count', { count: data.length })}
    </Tile>
  )
}

function LicenceTile({ node: { license, license_name: found } }: { node: NodeView }) {
  const t = useText('nodes')
  const licence = licenceOf(license, found)
  return (
    <Tile icon="licence" tone={licence.kind === 'none' ? 'warn' : 'plain'} name={t('licence')}>
      {licence.kind === 'none' && t('no_licence')}
      {licence.kind === 'file' && t('licence_file', { file: licence.file })}
      {licence.kind === 'text' && <span dir="auto">{licenceName(licence.text)}</span>}
    </Tile>
  )
}

function PythonTile({ nodeId }: { nodeId: string }) {
  const t = useText('nodes')
  const { data } = useSuspenseQuery(scoreQuery(useSite(), nodeId))
  if (!data) return null
  return (
    <Tile icon="code" tone="plain" name="Python">
      {data.requires_python ? <bdi dir="ltr">{data.requires_python}</bdi> : t('any_python')}
    </Tile>
  )
}
