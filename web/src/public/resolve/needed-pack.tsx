import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { isHeldBack } from '@nodeyard/contract/packs'
import type { NeededNode } from '@nodeyard/planning/needed'
import type { ResolvedComfyNode } from '@nodeyard/planning/resolve'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Fold } from '../../ground/ui/fold.tsx'
import { NodeIcon } from '../../ground/ui/node-icon.tsx'
import { Alternatives, ChoiceNotices, ComfyNodeName, isOfPack, keyOf, reasonKey } from './choice.tsx'

/** The whole list says once what this means. */
export const isUnverified = ({ notices }: ResolvedComfyNode) => notices.includes('unverified')

/** A node to install in one line, with the comfy-nodes that the workflow uses below. */
export function NeededPack({ needed }: { needed: NeededNode<ResolvedComfyNode> }) {
  const t = useText('resolve')
  const { provider, comfyNodes } = needed
  const { node_id: id, name, publisher_id: publisherId, version, install } = provider
  const names = [...new Set(comfyNodes.map(({ comfy_node_name }) => comfy_node_name))]
  return (
    <li className="grid gap-1.5 px-4 py-3 text-sm">
      <div className="flex items-center gap-3">
        <NodeIcon id={id} />
        <div className="min-w-0">
          <p className="font-semibold break-words" dir="auto">
            <Link to={links.node(id)} className="hover:underline">
              {name}
            </Link>
          </p>
          <p className="facts facts-tight text-xs text-muted">
            <bdi className="wrap-anywhere">{id}</bdi>
            {version ? (
              <Link to={links.version(id, version.version)} className="hover:text-ink hover:underline">
                <bdi>v{version.version}</bdi>
              </Link>
            ) : (
              <Badge>
                {install.state === 'cannot_load'
                  ? t('unloadable')
                  : isHeldBack(install)
                    ? t('held_back')
                    : t('no_version')}
              </Badge>
            )}
            {publisherId !== unclaimedPublisherId && (
              <Link to={links.publisher(publisherId)} className="hover:text-ink hover:underline">
                <bdi>@{publisherId}</bdi>
              </Link>
            )}
            {comfyNodes.some(isUnverified) && <Badge>{t('unverified_badge')}</Badge>}
          </p>
        </div>
      </div>
      <PackNotices comfyNodes={comfyNodes} />
      <Fold title={t('used_comfy_nodes', { number: names.length })}>
        <ul className="mt-1 grid gap-2 ps-5">
          {comfyNodes.map((comfyNode, at) => (
            <li key={keyOf(comfyNode)} className="grid gap-x-4 sm:grid-cols-2">
              <ComfyNodeName comfyNode={comfyNode} />
              <div className="grid min-w-0 gap-1">
                <Reason comfyNode={comfyNode} before={comfyNodes[at - 1]} />
                <ChoiceNotices comfyNode={comfyNode} of={(notice) => !isOfPack(notice)} />
                <Alternatives comfyNode={comfyNode} />
              </div>
            </li>
          ))}
        </ul>
      </Fold>
    </li>
  )
}

/** A reason that several comfy-nodes share is written once. */
function Reason({
  comfyNode: { reason },
  before,
}: {
  comfyNode: ResolvedComfyNode
  before: ResolvedComfyNode | undefined
}) {
  const t = useText('resolve')
  if (!reason || before?.reason === reason) return null
  return <p className="text-muted">{t(reasonKey(reason))}</p>
}

/** Notices about the whole pack, each once. */
function PackNotices({ comfyNodes }: { comfyNodes: readonly ResolvedComfyNode[] }) {
  const shown = new Map(
    comfyNodes.flatMap((comfyNode) =>
      comfyNode.notices
        .filter((notice) => isOfPack(notice) && notice !== 'unverified')
        .map((notice) => [notice, comfyNode] as const),
    ),
  )
  return [...shown].map(([notice, comfyNode]) => (
    <ChoiceNotices key={notice} comfyNode={comfyNode} of={(one) => one === notice} />
  ))
}
