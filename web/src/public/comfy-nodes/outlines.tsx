import { useId, useState } from 'react'
import { Link } from 'react-router'
import { links } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { FilterField } from '../../ground/ui/filter-field.tsx'
import { FoldMark } from '../../ground/ui/fold-mark.tsx'
import { hueOfType } from '../../ground/ui/hues.ts'
import { BrowserOnly } from './browser-only.tsx'
import type { ComfyNodeOutline } from './comfy-node.ts'
import { groupsOf } from './groups.ts'

/** Groups up to this size are open from the start, as long as few nodes are seen in all. */
const openUntil = 24

/** Many nodes: by category, with what they take and give. A field finds them by any of it. */
export function Outlines({ nodeId, outlines }: { nodeId: string; outlines: readonly ComfyNodeOutline[] }) {
  const t = useText('nodes')
  const formats = useFormats()
  const [typed, setTyped] = useState('')
  const shown = outlines.filter((outline) => isMeant(outline, typed))
  const groups = groupsOf(shown)
  let seen = 0
  return (
    <div className="grid gap-3">
      <FilterField
        label={t('filter_nodes')}
        text={typed}
        onType={setTyped}
        status={t('comfy_node_count', { count: shown.length })}
      />
      {groups.map(({ name, nodes }) => {
        seen += nodes.length
        return (
          <details key={name} open={typed !== '' || seen <= openUntil} className="card group overflow-hidden">
            <summary className="flex items-center gap-2.5 px-4 py-3 text-sm font-semibold hover:bg-sunken">
              <FoldMark className="size-4 text-muted" />
              <bdi className="min-w-0 break-words">{name || t('other_names')}</bdi>
              <span className="ms-auto text-xs font-normal text-muted tabular-nums">
                {formats.number(nodes.length)}
              </span>
            </summary>
            <ul className="grid border-t border-line md:grid-cols-2">
              {nodes.map((outline) => (
                <Outline key={outline.name} nodeId={nodeId} outline={outline} />
              ))}
            </ul>
          </details>
        )
      })}
    </div>
  )
}

function isMeant({ name, title, description, inputs, outputs }: ComfyNodeOutline, typed: string): boolean {
  const text = [name, title, description, ...inputs, ...outputs].join(' ').toLowerCase()
  return typed
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word))
}

function Outline({ nodeId, outline }: { nodeId: string; outline: ComfyNodeOutline }) {
  const t = useText('nodes')
  const { name, title, description, inputs, outputs, deprecated, browserScript } = outline
  const descriptionId = useId()
  return (
    <li className="relative grid min-w-0 content-start gap-1 border-b border-line px-4 py-3 hover:bg-sunken">
      <p className="flex items-center gap-2 text-sm font-medium">
        <Link
          to={links.comfyNode(nodeId, name)}
          aria-describedby={descriptionId}
          className="min-w-0 truncate after:absolute after:inset-0"
          dir="auto"
        >
          {title}
        </Link>
        {deprecated && <Badge tone="warn">{t('deprecated')}</Badge>}
        {browserScript !== undefined && <BrowserOnly script={browserScript} />}
      </p>
      <p id={descriptionId} className="line-clamp-1 text-xs text-muted" dir="auto">
        {description || name}
      </p>
      <Sockets inputs={inputs} outputs={outputs} />
    </li>
  )
}

const maxTypes = 3

/** Types of the inputs and outputs, each beside its color. */
export function Sockets({ inputs, outputs }: { inputs: readonly string[]; outputs: readonly string[] }) {
  const t = useText('nodes')
  return (
    <p dir="ltr" className="flex w-fit flex-wrap items-center gap-x-2 gap-y-1 font-mono text-2xs text-muted">
      <span className="sr-only">{t('inputs')}</span>
      <Types types={inputs} />
      {inputs.length + outputs.length > 0 && (
        <span aria-hidden="true" className="text-edge">
          →
        </span>
      )}
      <span className="sr-only">{t('outputs')}</span>
      <Types types={outputs} />
    </p>
  )
}

function Types({ types }: { types: readonly string[] }) {
  return (
    <>
      {types.slice(0, maxTypes).map((type) => (
        <span key={type} className={`flex max-w-32 items-center gap-1 ${hueOfType(type)}`}>
          <span aria-hidden="true" className="size-2 shrink-0 rounded-full bg-(--hue)" />
          <bdi className="truncate">{type}</bdi>
        </span>
      ))}
      {types.length > maxTypes && <span>+{types.length - maxTypes}</span>}
    </>
  )
}
