import type { PackWorkflow } from '@nodeyard/contract/packs'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { usePictureFailure } from '../../ground/ui/picture-failure.ts'
import { workflowPhoto, workflowPicture } from '../../ground/ui/pictures.ts'
import { kindNames } from './kind-names.ts'

export type ShownWorkflow = Pick<
  PackWorkflow,
  'place' | 'title' | 'kind' | 'comfy_node_count' | 'has_picture'
> & {
  node_id: string
  /** Omitted on the pack's own pages. */
  node_name?: string
  version: string
}

/** Workflows as small pictures of their graphs. */
export function WorkflowList({ workflows }: { workflows: readonly ShownWorkflow[] }) {
  return (
    <ul className="card-grid">
      {workflows.map((workflow) => (
        <WorkflowCard key={`${workflow.node_id} ${workflow.version} ${workflow.place}`} workflow={workflow} />
      ))}
    </ul>
  )
}

function WorkflowCard({ workflow }: { workflow: ShownWorkflow }) {
  const t = useText('nodes')
  const {
    node_id: nodeId,
    node_name: nodeName,
    version,
    place,
    title,
    kind,
    comfy_node_count: count,
  } = workflow
  return (
    <li className="min-w-0">
      <article className="card card-link hue-model relative flex h-full flex-col overflow-hidden">
        <div className="graph-surface relative aspect-[16/10] overflow-hidden border-b border-line">
          <img
            src={workflowPicture({ nodeId, version, place }, true)}
            alt=""
            width="640"
            height="400"
            loading="lazy"
            decoding="async"
            className="absolute inset-0 size-full object-contain p-2"
          />
          {workflow.has_picture && <Photo src={workflowPhoto({ nodeId, version, place })} />}
        </div>
        <div className="flex min-w-0 flex-1 flex-col gap-1 px-4 py-3">
          <h3 className="truncate font-semibold" dir="auto">
            <Link
              to={links.workflow(nodeId, version, place)}
              className="after:absolute after:inset-0 after:rounded-lg"
            >
              {title}
            </Link>
          </h3>
          <ul className="facts text-xs text-muted tabular-nums">
            {nodeName !== undefined && (
              <li className="min-w-0">
                <Link
                  to={links.node(nodeId)}
                  className="relative max-w-44 truncate hover:text-ink hover:underline"
                  dir="auto"
                >
                  {nodeName}
                </Link>
              </li>
            )}
            <li>
              <Icon name="node" className="size-3.5" />
              {t('comfy_node_count', { count })}
            </li>
            {kind !== 'example' && (
              <li>
                <Badge tone="flow">{t(kindNames[kind])}</Badge>
              </li>
            )}
          </ul>
        </div>
      </article>
    </li>
  )
}

/** The result image, in a corner of the graph. */
function Photo({ src }: { src: string }) {
  const { failed, onFailure } = usePictureFailure()
  if (failed) return null
  return (
    <img
      src={src}
      alt=""
      width="160"
      height="80"
      loading="lazy"
      decoding="async"
      {...onFailure}
      className="absolute end-2.5 bottom-2.5 aspect-[2/1] w-2/5 rounded-md object-cover shadow-float ring-2 ring-white/15"
    />
  )
}
