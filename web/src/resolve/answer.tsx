import type { ProviderNotice, ProviderReason } from '@nodeyard/contract/providers'
import { Link } from 'react-router'
import { links } from '../links.ts'
import { Section } from '../nodes/section.tsx'
import { useSite, useText } from '../site.ts'
import type { TextKey } from '../texts.ts'
import { Badge } from '../ui/badge.tsx'
import { Button } from '../ui/button.tsx'
import { Command } from '../ui/command.tsx'
import { Icon } from '../ui/icon.tsx'
import { cloneCommands, installCommand, lockFile, neededNodes } from './lock-file.ts'
import type { Resolved } from './resolve-workflow.ts'

type ComfyNode = Resolved['comfyNodes'][number]

const reasons: Record<ProviderReason, TextKey<'resolve'>> = {
  recorded_version: 'reason_recorded_version',
  recorded_node: 'reason_recorded_node',
  recorded_repository: 'reason_recorded_repository',
  preempted: 'reason_preempted',
  only_provider: 'reason_only_provider',
  verified: 'reason_verified',
  ranking: 'reason_ranking',
  popularity: 'reason_popularity',
  older: 'reason_older',
}

const notices: Record<ProviderNotice, TextKey<'resolve'>> = {
  recorded_node_unknown: 'notice_recorded_node_unknown',
  recorded_node_banned: 'notice_recorded_node_banned',
  recorded_version_unknown: 'notice_recorded_version_unknown',
  not_in_recorded_node: 'notice_not_in_recorded_node',
  unverified: 'notice_unverified',
  deprecated: 'notice_deprecated',
}

/** Who provides each comfy-node of a workflow, how to install it all, and what nobody knows. */
export function Answer({ resolved: { name, comfyNodes } }: { resolved: Resolved }) {
  const t = useText('resolve')
  const of = (status: ComfyNode['status']) => comfyNodes.filter((one) => one.status === status)
  const [found, unknown, builtIn] = [of('found'), of('unknown'), of('built_in')]
  return (
    <>
      <p className="text-sm text-muted" dir="auto">
        {name && <bdi className="font-medium text-ink">{name}: </bdi>}
        {t('summary', {
          found: String(found.length),
          unknown: String(unknown.length),
          builtin: String(builtIn.length),
        })}
      </p>
      {found.length + unknown.length > 0 && <Installation comfyNodes={[...found, ...unknown]} />}
      {unknown.length > 0 && (
        <Section title={t('unknown_title', { count: unknown.length })}>
          <p className="text-sm text-muted">{t('unknown_text')}</p>
          <ComfyNodeTable comfyNodes={unknown} />
        </Section>
      )}
      {found.length > 0 && (
        <Section title={t('found_title', { count: found.length })}>
          <ComfyNodeTable comfyNodes={found} />
        </Section>
      )}
      {builtIn.length > 0 && (
        <Section title={t('builtin_title', { count: builtIn.length })}>
          <p className="text-sm break-words text-muted">
            <bdi>{builtIn.map(({ comfy_node_name }) => comfy_node_name).join(', ')}</bdi>
          </p>
        </Section>
      )}
    </>
  )
}

function Installation({ comfyNodes }: { comfyNodes: ComfyNode[] }) {
  const t = useText('resolve')
  const { apiUrl } = useSite().settings
  const needed = neededNodes(comfyNodes)
  const command = installCommand(needed)
  const clones = cloneCommands(needed)
  const download = () => save('workflow-lock.json', lockFile(comfyNodes, apiUrl))
  return (
    <Section title={t('install_title')}>
      {command && <Command text={command} copyLabel={t('copy_command')} />}
      {clones.length > 0 && (
        <>
          <p className="text-sm text-muted">{t('clone_text')}</p>
          {clones.map((clone) => (
            <Command key={clone} text={clone} copyLabel={t('copy_command')} />
          ))}
        </>
      )}
      <Button onClick={download} className="justify-self-start">
        <Icon name="download" />
        {t('lock_file')}
      </Button>
    </Section>
  )
}

function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

function ComfyNodeTable({ comfyNodes }: { comfyNodes: ComfyNode[] }) {
  return (
    <ul className="grid gap-2">
      {comfyNodes.map((comfyNode) => (
        <li
          // The same name may be recorded for two nodes.
          key={`${comfyNode.comfy_node_name} ${comfyNode.provider?.node_id} ${comfyNode.provider?.version?.version}`}
          className="grid gap-1.5 rounded-md border border-line bg-surface px-4 py-3 sm:grid-cols-2 sm:gap-4"
        >
          <p className="min-w-0 font-mono text-sm break-words">
            <bdi>{comfyNode.comfy_node_name}</bdi>
            {comfyNode.count > 1 && <span className="text-muted"> ×{comfyNode.count}</span>}
          </p>
          <Provision comfyNode={comfyNode} />
        </li>
      ))}
    </ul>
  )
}

function Provision({
  comfyNode: { provider, reason, notices: told, alternatives },
}: {
  comfyNode: ComfyNode
}) {
  const t = useText('resolve')
  return (
    <div className="grid min-w-0 gap-1 text-sm">
      {provider && (
        <p className="flex min-w-0 flex-wrap items-baseline gap-x-2">
          <Link
            to={links.node(provider.node_id)}
            className="font-medium text-accent underline-offset-4 hover:underline"
          >
            <bdi>{provider.node_id}</bdi>
          </Link>
          {provider.version ? <bdi>{provider.version.version}</bdi> : <Badge>{t('no_version')}</Badge>}
        </p>
      )}
      {reason && <p className="text-muted">{t(reasons[reason])}</p>}
      {told.map((notice) => (
        <p key={notice} className="text-warn">
          {t(notices[notice])}
        </p>
      ))}
      {alternatives.length > 0 && (
        <p className="text-muted">
          {t('alternatives')}{' '}
          {alternatives.map(({ node_id }, at) => (
            <span key={node_id}>
              {at > 0 && ', '}
              <Link to={links.node(node_id)} className="underline underline-offset-4">
                <bdi>{node_id}</bdi>
              </Link>
            </span>
          ))}
        </p>
      )}
    </div>
  )
}
