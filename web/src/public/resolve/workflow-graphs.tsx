import type { GraphMark } from '@nodeyard/analysis/workflow-drawing'
import type { Resolved } from '@nodeyard/planning/resolve'
import { useMemo } from 'react'
import { useText } from '../../ground/site/site.ts'
import type { TextKey } from '../../ground/texts/texts.ts'
import { Fold } from '../../ground/ui/fold.tsx'
import { Section } from '../../ground/ui/section.tsx'
import { GraphViewer } from '../workflows/graph-viewer.tsx'
import { type DrawnWorkflow, drawWorkflow, type ListedNode } from './draw-workflow.ts'

/** Drawings are large, and people compare few workflows at once. */
const maxDrawn = 4

const markTexts: Record<GraphMark, TextKey<'resolve'>> = {
  needed: 'graph_needed',
  missing: 'graph_missing',
}
const signs: Record<GraphMark, { sign: string; look: string }> = {
  needed: { sign: '↓', look: 'bg-[#ffb74d]' },
  missing: { sign: '!', look: 'bg-[#ff5c5c]' },
}

/** The workflows as graphs with what is missing, each also as a list. */
export function WorkflowGraphs({ resolved: { graphs, comfyNodes } }: { resolved: Resolved }) {
  const t = useText('resolve')
  const label = t('graph_label')
  const drawn = useMemo(
    () => graphs.slice(0, maxDrawn).flatMap((graph) => drawWorkflow(graph, comfyNodes, label) ?? []),
    [graphs, comfyNodes, label],
  )
  if (drawn.length === 0) return null
  return (
    <Section id="graph" title={t('graph_title')}>
      {drawn.map((one) => (
        <div key={one.picture} className="grid min-w-0 gap-2">
          <GraphViewer src={one.picture} label={label} />
          <Legend nodes={one.nodes} />
          <NodeList drawn={one} />
        </div>
      ))}
    </Section>
  )
}

function Legend({ nodes }: { nodes: readonly ListedNode[] }) {
  const t = useText('resolve')
  const used = (['missing', 'needed'] as const).filter((mark) => nodes.some((node) => node.mark === mark))
  if (used.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-5 gap-y-1 text-sm text-muted">
      {used.map((mark) => (
        <li key={mark} className="flex items-center gap-1.5">
          <span
            aria-hidden
            className={`grid size-5 place-items-center rounded-full text-xs font-bold text-black ${signs[mark].look}`}
          >
            {signs[mark].sign}
          </span>
          {t(markTexts[mark])}
        </li>
      ))}
    </ul>
  )
}

/** The same for people who cannot see the drawing, with missing nodes first. */
function NodeList({ drawn: { nodes, omittedNodes } }: { drawn: DrawnWorkflow }) {
  const t = useText('resolve')
  const order = (node: ListedNode) => (node.mark === 'missing' ? 0 : node.mark === 'needed' ? 1 : 2)
  const sorted = nodes.toSorted((a, b) => order(a) - order(b))
  return (
    <Fold title={t('graph_list', { number: nodes.length })} className="min-w-0 text-sm">
      <ul className="mt-2 grid max-h-96 gap-x-6 gap-y-1 overflow-y-auto sm:grid-cols-2" tabIndex={-1}>
        {sorted.map((node, place) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a workflow can have the same box twice
          <li key={place} className="min-w-0 wrap-anywhere">
            <bdi className={node.mark ? 'font-medium' : ''}>{node.title}</bdi>
            {node.title !== node.type && !node.isSubgraph && (
              <bdi className="font-mono text-xs text-muted"> {node.type}</bdi>
            )}
            {node.mark && <span className="text-muted"> · {t(markTexts[node.mark])}</span>}
            {node.isInactive && <span className="text-muted"> · {t('graph_inactive')}</span>}
          </li>
        ))}
      </ul>
      {omittedNodes > 0 && <p className="text-muted">{t('graph_omitted', { number: omittedNodes })}</p>}
    </Fold>
  )
}
