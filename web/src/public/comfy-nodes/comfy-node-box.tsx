import type { Output, Socket, Widget } from '@nodeyard/analysis/comfy-nodes'
import type { ReactNode } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { Icon } from '../../ground/ui/icon.tsx'
import { BrowserOnly } from './browser-only.tsx'
import type { ComfyNodeView } from './comfy-node.ts'
import { Documentation } from './comfy-node-documentation.tsx'
import { ComfyNodePicture } from './comfy-node-picture.tsx'

/** A comfy-node: its summary, its picture as drawn in the tool, and its inputs and outputs as text. */
export function ComfyNodeBox({
  node,
  nodeId,
  version,
}: {
  node: ComfyNodeView
  nodeId: string
  version: string
}) {
  const t = useText('nodes')
  return (
    <article className="card flex h-full min-w-0 flex-col gap-3 p-4 text-sm">
      <header className="grid gap-0.5">
        <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <h3 className="min-w-0 font-mono text-sm font-semibold break-words" dir="auto">
            <Link to={links.comfyNode(nodeId, node.name)} className="hover:underline">
              {node.name}
            </Link>
          </h3>
          <Marks node={node} />
        </div>
        {node.category && (
          <p className="text-xs break-words text-muted">
            <bdi>{node.category}</bdi>
          </p>
        )}
      </header>
      {node.description && (
        <p className="text-muted" dir="auto">
          {node.description}
        </p>
      )}
      {node.isUnreadable && <p className="text-muted">{t('definition_unreadable')}</p>}
      <ComfyNodePicture box={node} />
      <AlsoDefinedIn ids={node.alsoDefinedIn} />
      <div className="mt-auto grid gap-2.5">
        <Parts node={node} />
        {node.isDocumented && <Documentation of={{ nodeId, version, comfyNodeName: node.name }} />}
      </div>
    </article>
  )
}

export function Marks({ node }: { node: ComfyNodeView }) {
  const t = useText('nodes')
  return (
    <>
      {node.deprecated && <Badge tone="warn">{t('deprecated')}</Badge>}
      {node.experimental && <Badge tone="info">{t('experimental')}</Badge>}
      {node.isOutput && <Badge title={t('output_node_hint')}>{t('output_node')}</Badge>}
      {node.browserScript && <BrowserOnly script={node.browserScript} />}
      {node.policy === 'ComfyNodePolicyBanned' && <Badge tone="danger">{t('banned')}</Badge>}
      {node.policy === 'ComfyNodePolicyLocalOnly' && (
        <Badge title={t('local_only_hint')}>{t('local_only')}</Badge>
      )}
    </>
  )
}

/** Workflows contain only the names of comfy-nodes, so a name that several nodes claim is ambiguous. */
export function AlsoDefinedIn({ ids }: { ids: string[] }) {
  const t = useText('nodes')
  if (ids.length === 0) return null
  return (
    <p className="flex flex-wrap gap-x-2 gap-y-0.5 text-xs text-muted">
      <span>{t('also_defined_in')}</span>
      {ids.map((id) => (
        <Link key={id} to={links.node(id)} className="text-accent underline underline-offset-2">
          <bdi>{id}</bdi>
        </Link>
      ))}
    </p>
  )
}

/** Details that do not fit into the picture: full types, ranges, choices, hints. */
function Parts({ node: { inputs, outputs, widgets } }: { node: ComfyNodeView }) {
  const t = useText('nodes')
  if (inputs.length + outputs.length + widgets.length === 0) return null
  return (
    <details className="group border-t border-line pt-2">
      <summary className="flex items-center gap-1.5 text-xs font-medium text-accent">
        <Icon name="down" className="size-4 group-open:rotate-180" />
        {t('all_parts')}
      </summary>
      <div className="grid gap-3 pt-2.5">
        <PartList label={t('inputs')}>
          {inputs.map((input) => (
            <Part key={input.name} part={input} hint={input.tooltip} />
          ))}
        </PartList>
        <PartList label={t('outputs')}>
          {outputs.map((output, index) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: outputs are identified by position only
            <Part key={index} part={output} />
          ))}
        </PartList>
        <PartList label={t('widgets')}>
          {widgets.map((widget) => (
            <Part key={widget.name} part={widget} hint={widget.tooltip}>
              <WidgetFacts widget={widget} />
            </Part>
          ))}
        </PartList>
      </div>
    </details>
  )
}

interface PartListProps {
  label: string
  /** One below the heading that it belongs to. */
  heading?: 'h3' | 'h4'
  children: ReactNode[]
}

export function PartList({ label, heading: Heading = 'h4', children }: PartListProps) {
  if (children.length === 0) return null
  return (
    <div>
      <Heading className="text-xs font-semibold text-muted">{label}</Heading>
      <ul className="divide-y divide-line">{children}</ul>
    </div>
  )
}

const widePart = 'py-2 text-sm last:pb-0'
const twoColumns = 'sm:grid-cols-[minmax(0,14rem)_minmax(0,1fr)] sm:gap-x-6'

interface PartProps {
  part: Socket | Output
  hint?: string | undefined
  /** On a page of its own: larger, with the facts in one line, beside the name where there is room. */
  isWide?: boolean
  hasRoom?: boolean
  children?: ReactNode
}

export function Part({ part, hint, isWide = false, hasRoom = isWide, children }: PartProps) {
  const t = useText('nodes')
  return (
    <li className={`grid gap-0.5 ${isWide ? widePart : 'py-1.5 text-xs'} ${hasRoom ? twoColumns : ''}`}>
      <p className="flex flex-wrap items-baseline gap-x-2">
        <bdi className="min-w-0 font-medium break-words">{part.label ?? part.name}</bdi>
        {part.label !== undefined && part.label !== part.name && (
          <bdi className="min-w-0 font-mono break-words text-muted">{part.name}</bdi>
        )}
        <bdi className="min-w-0 font-mono break-words text-muted">{part.type}</bdi>
        {'isOptional' in part && part.isOptional && <span className="text-muted">{t('optional')}</span>}
        {'isList' in part && part.isList && <span className="text-muted">{t('list')}</span>}
      </p>
      <div className={isWide ? 'flex flex-wrap gap-x-5 gap-y-0.5 empty:hidden' : 'grid gap-0.5 empty:hidden'}>
        {children}
        {hint && (
          <p className="break-words text-muted" dir="auto">
            {hint}
          </p>
        )}
      </div>
    </li>
  )
}

export function WidgetFacts({
  widget: { default: initial, range, choices, choiceCount },
}: {
  widget: Widget
}) {
  const t = useText('nodes')
  const formats = useFormats()
  return (
    <>
      {initial !== undefined && (
        <p className="break-words">{t('default_value', { value: initial === '' ? '""' : initial })}</p>
      )}
      {range?.min !== undefined && range.max !== undefined && (
        <p>{t('value_range', { min: String(range.min), max: String(range.max) })}</p>
      )}
      {choices && choices.length > 0 && (
        <p className="break-words text-muted">
          {choiceCount === undefined
            ? formats.list(choices)
            : t('choice_list', { count: choiceCount, value: formats.list(choices) })}
          {(choiceCount ?? 0) > choices.length && ' …'}
        </p>
      )}
    </>
  )
}
