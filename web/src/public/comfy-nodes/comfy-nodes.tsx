import type { ExtractStatus } from '@nodeyard/contract/ground'
import { isCommit } from '../../ground/paths/commit.ts'
import { sections } from '../../ground/paths/links.ts'
import { useFormats, useText } from '../../ground/site/site.ts'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import type { ComfyNodeOutline, ComfyNodeView } from './comfy-node.ts'
import { ComfyNodeBox } from './comfy-node-box.tsx'
import { groupsOf } from './groups.ts'
import { Outlines } from './outlines.tsx'

interface ComfyNodes {
  nodeId: string
  version: string
  drawn: ComfyNodeView[]
  outlines: ComfyNodeOutline[]
  extractStatus: ExtractStatus
}

/** The comfy-nodes inside a version, by category: drawn as the tool draws them, or in outline where there are many. */
export function ComfyNodes({ nodeId, version, drawn, outlines, extractStatus }: ComfyNodes) {
  const t = useText('nodes')
  const formats = useFormats()
  const nothing: Record<ExtractStatus, string> = {
    pending: t('extract_pending'),
    failed: t(isCommit(version) ? 'extract_failed_read' : 'extract_failed'),
    success: t(isCommit(version) ? 'no_comfy_nodes_read' : 'no_comfy_nodes'),
  }
  const count = drawn.length + outlines.length
  return (
    <Section
      id={sections.comfyNodes}
      title={t('comfy_nodes')}
      count={count > 0 ? formats.number(count) : undefined}
    >
      {count === 0 && <NothingHere>{nothing[extractStatus]}</NothingHere>}
      {drawn.length > 0 && (
        <ul className="grid gap-4 sm:grid-cols-2">
          {groupsOf(drawn)
            .flatMap(({ nodes }) => nodes)
            .map((node) => (
              <li key={node.name} className="min-w-0">
                <ComfyNodeBox node={node} nodeId={nodeId} version={version} />
              </li>
            ))}
        </ul>
      )}
      {outlines.length > 0 && <Outlines nodeId={nodeId} outlines={outlines} />}
    </Section>
  )
}
