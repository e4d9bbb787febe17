import { isHeldBack } from '@nodeyard/contract/held-back'
import type { ProviderNotice, ProviderReason } from '@nodeyard/contract/providers'
import { unclaimedPublisherId } from '@nodeyard/contract/shapes'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Button } from '../../ground/ui/button.tsx'
import { Command } from '../../ground/ui/command.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { Notice } from '../../ground/ui/notice.tsx'
import { Section } from '../../ground/ui/section.tsx'
import {
  installCommand,
  isUnavailable,
  lockFile,
  type NeededNode,
  neededNodes,
  repositoryCommands,
} from './lock-file.ts'
import type { Resolved } from './resolve-workflow.ts'

type ComfyNode = Resolved['comfyNodes'][number]

const reasons: Record<ProviderReason, TextKey<'resolve'>> = {
  recorded_version: 'reason_recorded_version',
  recorded_node: 'reason_recorded_node',
  recorded_repository: 'reason_recorded_repository',
  name_pattern: 'reason_name_pattern',
  same_workflow: 'reason_same_workflow',
  preempted: 'reason_preempted',
  only_provider: 'reason_only_provider',
  verified: 'reason_verified',
  ranking: 'reason_ranking',
  popularity: 'reason_popularity',
  older: 'reason_older',
}

const noticeTexts: Record<ProviderNotice, TextKey<'resolve'>> = {
  recorded_node_unknown: 'notice_recorded_node_unknown',
  recorded_node_banned: 'notice_recorded_node_banned',
  recorded_version_unknown: 'notice_recorded_version_unknown',
  recorded_under_repository_name: 'notice_recorded_under_repository_name',
  recorded_other_repository: 'notice_recorded_other_repository',
  missing_subgraph: 'notice_missing_subgraph',
  not_in_recorded_node: 'notice_not_in_recorded_node',
  not_in_recorded_version: 'notice_not_in_recorded_version',
  not_in_latest_version: 'notice_not_in_latest_version',
  unverified: 'notice_unverified',
  deprecated: 'notice_deprecated',
}

/** The nodes that a workflow needs, install commands, the reasons for each choice, and unknown names. */
export function Answer({ resolved: { names, comfyNodes } }: { resolved: Resolved }) {
  const t = useText('resolve')
  const of = (status: ComfyNode['status']) => comfyNodes.filter((one) => one.status === status)
  const [found, unknown, builtIn] = [of('found'), of('unknown'), of('built_in')]
  const summary = t('summary', {
    found: String(found.length),
    unknown: String(unknown.length),
    builtin: String(builtIn.length),
  })
  return (
    <>
      <Notice tone={unknown.length > 0 ? 'warn' : 'good'} title={summary}>
        {names.length > 0 && <bdi className="wrap-anywhere">{names.join(', ')}</bdi>}
      </Notice>
      {found.length + unknown.length > 0 ? (
        <Installation comfyNodes={[...found, ...unknown]} />
      ) : (
        <p className="text-muted">{t('nothing_needed')}</p>
      )}
      {unknown.length > 0 && (
        <Section title={t('unknown_title', { count: unknown.length })}>
          <p className="text-sm text-muted">{t('unknown_text')}</p>
          <ul className={boxLook}>
            {unknown.map((comfyNode) => (
              <UnknownComfyNode key={keyOf(comfyNode)} comfyNode={comfyNode} />
            ))}
          </ul>
        </Section>
      )}
      {found.length > 0 && (
        <Section title={t('found_title', { count: found.length })}>
          <ul className="grid gap-3">
            {neededNodes(found).map((needed) => (
              <NeededNodeBox
                key={`${needed.provider.node_id} ${needed.provider.version?.version}`}
                needed={needed}
              />
            ))}
          </ul>
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

const boxLook = 'divide-y divide-line rounded-lg border border-line bg-surface'
const lineLook = 'grid gap-x-4 gap-y-1 px-4 py-3 text-sm sm:grid-cols-2'

/** Two nodes can be recorded under the same name. */
const keyOf = ({ comfy_node_name, recorded }: ComfyNode) =>
  `${comfy_node_name} ${recorded.nodeId} ${recorded.version} ${recorded.repository}`

function Installation({ comfyNodes }: { comfyNodes: ComfyNode[] }) {
  const t = useText('resolve')
  const { apiUrl } = useSite().settings
  const needed = neededNodes(comfyNodes)
  const command = installCommand(needed)
  const clones = repositoryCommands(needed)
  const unavailable = needed.filter(isUnavailable)
  const download = () => save('workflow-lock.json', lockFile(comfyNodes, apiUrl))
  if (needed.length === 0) return null
  return (
    <Section title={t('install_title')}>
      {idsWithTwoVersions(needed).map((id) => (
        <Notice key={id} tone="warn" title={t('two_versions', { id })} />
      ))}
      {command && <Command text={command} copyLabel={t('copy_command')} />}
      {clones.length > 0 && (
        <>
          <p className="text-sm text-muted">{t('clone_text')}</p>
          <Command text={clones.join('\n')} copyLabel={t('copy_command')} />
          <p className="text-sm text-muted">{t('requirements_text')}</p>
        </>
      )}
      {unavailable.length > 0 && (
        <Notice tone="warn" title={t('held_title')}>
          <ul>
            {unavailable.map(({ provider: { node_id: id, version } }) => (
              <li key={`${id} ${version?.version}`}>
                <Link to={links.node(id)} className="underline underline-offset-4">
                  <bdi className="wrap-anywhere">{id}</bdi>
                </Link>
              </li>
            ))}
          </ul>
        </Notice>
      )}
      <Button onClick={download} className="justify-self-start">
        <Icon name="download" />
        {t('lock_file')}
      </Button>
    </Section>
  )
}

function idsWithTwoVersions(needed: NeededNode<ComfyNode>[]): string[] {
  const ids = needed.map(({ provider }) => provider.node_id)
  return [...new Set(ids.filter((id, at) => ids.indexOf(id) !== at))]
}

function save(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: 'application/json' }))
  Object.assign(document.createElement('a'), { href: address, download: name }).click()
  URL.revokeObjectURL(address)
}

/** A node to install, with the comfy-nodes that the workflow uses. */
function NeededNodeBox({ needed: { provider, comfyNodes } }: { needed: NeededNode<ComfyNode> }) {
  const t = useText('resolve')
  const { node_id: id, name, publisher_id: publisherId, version, install } = provider
  return (
    <li className={boxLook}>
      <div className="flex items-center gap-3 px-4 py-3">
        <NodeIcon id={id} />
        <div className="min-w-0">
          <p className="font-semibold break-words" dir="auto">
            <Link to={links.node(id)} className="hover:underline">
              {name}
            </Link>
          </p>
          <p className="flex flex-wrap gap-x-3 text-xs text-muted">
            <bdi className="wrap-anywhere">{id}</bdi>
            {version ? (
              <Link to={links.version(id, version.version)} className="hover:text-ink hover:underline">
                <bdi>v{version.version}</bdi>
              </Link>
            ) : (
              <Badge>{isHeldBack(install) ? t('held_back') : t('no_version')}</Badge>
            )}
            {publisherId !== unclaimedPublisherId && (
              <Link to={links.publisher(publisherId)} className="hover:text-ink hover:underline">
                <bdi>@{publisherId}</bdi>
              </Link>
            )}
          </p>
        </div>
      </div>
      <ul className="divide-y divide-line">
        {comfyNodes.map((comfyNode) => (
          <li key={keyOf(comfyNode)} className={lineLook}>
            <ComfyNodeName comfyNode={comfyNode} />
            <Choice comfyNode={comfyNode} />
          </li>
        ))}
      </ul>
    </li>
  )
}

function UnknownComfyNode({ comfyNode }: { comfyNode: ComfyNode }) {
  const t = useText('resolve')
  const name = comfyNode.comfy_node_name
  return (
    <li className={lineLook}>
      <ComfyNodeName comfyNode={comfyNode} />
      <div className="grid min-w-0 gap-1">
        <ChoiceNotices comfyNode={comfyNode} />
        <Link
          to={links.home({ q: name })}
          className="min-w-0 text-accent underline-offset-4 wrap-anywhere hover:underline"
        >
          {t('search_for', { name })}
        </Link>
      </div>
    </li>
  )
}

function ComfyNodeName({ comfyNode: { comfy_node_name: name, count } }: { comfyNode: ComfyNode }) {
  return (
    <p className="min-w-0 font-mono break-words">
      <bdi>{name}</bdi>
      {count > 1 && <span className="text-muted"> ×{count}</span>}
    </p>
  )
}

/** Why this node was chosen, notes about it, and the alternatives. */
function Choice({ comfyNode }: { comfyNode: ComfyNode }) {
  const t = useText('resolve')
  const { reason, alternatives } = comfyNode
  return (
    <div className="grid min-w-0 gap-1">
      {reason && <p className="text-muted">{t(reasons[reason])}</p>}
      <ChoiceNotices comfyNode={comfyNode} />
      {alternatives.length > 0 && (
        <p className="flex flex-wrap gap-x-2 text-muted">
          {t('alternatives')}
          {alternatives.map(({ node_id }) => (
            <Link key={node_id} to={links.node(node_id)} className="underline underline-offset-4">
              <bdi>{node_id}</bdi>
            </Link>
          ))}
        </p>
      )}
    </div>
  )
}

function ChoiceNotices({ comfyNode: { notices, recorded, provider } }: { comfyNode: ComfyNode }) {
  const t = useText('resolve')
  const textOf = (notice: ProviderNotice) =>
    notice === 'recorded_version_unknown' && !provider?.version ? 'notice_no_version' : noticeTexts[notice]
  return notices.map((notice) => (
    <p key={notice} className="text-warn">
      {t(textOf(notice))}{' '}
      {isAboutRecord(notice) && (
        <bdi className="font-mono text-xs wrap-anywhere">
          {[recorded.nodeId ?? recorded.repository, recorded.version].filter(Boolean).join(' ')}
        </bdi>
      )}
    </p>
  ))
}

const isAboutRecord = (notice: ProviderNotice) => notice.includes('recorded')
