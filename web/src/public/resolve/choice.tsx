import type { ProviderNotice, ProviderReason } from '@nodeyard/contract/packs'
import type { ResolvedComfyNode } from '@nodeyard/planning/resolve'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'

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
  pack_name: 'reason_pack_name',
  popularity: 'reason_popularity',
  older: 'reason_older',
}

const noticeTexts: Record<ProviderNotice, TextKey<'resolve'>> = {
  recorded_node_unknown: 'notice_recorded_node_unknown',
  recorded_node_banned: 'notice_recorded_node_banned',
  recorded_version_unknown: 'notice_recorded_version_unknown',
  recorded_version_held: 'notice_recorded_version_held',
  recorded_version_replaced: 'notice_recorded_version_replaced',
  recorded_under_repository_name: 'notice_recorded_under_repository_name',
  recorded_other_repository: 'notice_recorded_other_repository',
  missing_subgraph: 'notice_missing_subgraph',
  not_in_recorded_node: 'notice_not_in_recorded_node',
  not_in_recorded_version: 'notice_not_in_recorded_version',
  not_in_latest_version: 'notice_not_in_latest_version',
  unverified: 'notice_unverified',
  deprecated: 'notice_deprecated',
}

/** Notices that say the same about each comfy-node of a pack. */
const ofPack: readonly ProviderNotice[] = [
  'unverified',
  'deprecated',
  'recorded_under_repository_name',
  'recorded_other_repository',
  'recorded_version_unknown',
  'recorded_version_held',
  'recorded_version_replaced',
  'recorded_node_unknown',
]

export const isOfPack = (notice: ProviderNotice): boolean => ofPack.includes(notice)

export const reasonKey = (reason: ProviderReason): TextKey<'resolve'> => reasons[reason]

/** Two nodes can be recorded under the same name. */
export const keyOf = ({ comfy_node_name, recorded }: ResolvedComfyNode) =>
  `${comfy_node_name} ${recorded.nodeId} ${recorded.version} ${recorded.repository}`

export function ComfyNodeName({
  comfyNode: { comfy_node_name: name, count },
}: {
  comfyNode: ResolvedComfyNode
}) {
  return (
    <p className="min-w-0 font-mono break-words">
      <bdi>{name}</bdi>
      {count > 1 && <span className="text-muted"> ×{count}</span>}
    </p>
  )
}

/** Other nodes that provide a comfy-node. */
export function Alternatives({ comfyNode: { alternatives } }: { comfyNode: ResolvedComfyNode }) {
  const t = useText('resolve')
  if (alternatives.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-2 text-muted">
      {t('alternatives')}
      {alternatives.map(({ node_id }) => (
        <Link key={node_id} to={links.node(node_id)} className="underline underline-offset-4">
          <bdi>{node_id}</bdi>
        </Link>
      ))}
    </p>
  )
}

const isAboutNumber = (notice: ProviderNotice) =>
  notice === 'recorded_version_unknown' || notice === 'recorded_version_held'

interface NoticesProps {
  comfyNode: ResolvedComfyNode
  /** The notices to show. */
  of?(notice: ProviderNotice): boolean
}

export function ChoiceNotices({ comfyNode: { notices, recorded, provider }, of = () => true }: NoticesProps) {
  const t = useText('resolve')
  const textOf = (notice: ProviderNotice) =>
    isAboutNumber(notice) && !provider?.version ? 'notice_no_version' : noticeTexts[notice]
  return notices.filter(of).map((notice) => (
    <p key={notice} className="text-warn">
      {t(textOf(notice))}{' '}
      {notice.includes('recorded') && (
        <bdi className="font-mono text-xs wrap-anywhere">
          {[recorded.nodeId ?? recorded.repository, recorded.version].filter(Boolean).join(' ')}
        </bdi>
      )}
    </p>
  ))
}
