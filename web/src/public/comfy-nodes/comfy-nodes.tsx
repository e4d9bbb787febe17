import type { ExtractStatus } from '@nodeyard/contract/shapes'
import { sections } from '../../ground/paths/links.ts'
import { useText } from '../../ground/site/site.ts'
import { Notice } from '../../ground/ui/notice.tsx'
import { Paging } from '../../ground/ui/paging.tsx'
import { NothingHere, Section } from '../../ground/ui/section.tsx'
import type { ComfyNodeView } from './comfy-node.ts'
import { ComfyNodeBox } from './comfy-node-box.tsx'

interface ComfyNodes {
  nodeId: string
  version: string
  comfyNodes: ComfyNodeView[]
  page: number
  totalPages: number
  extractStatus: ExtractStatus
  linkTo(page: number): string
}

/** The comfy-nodes in a version, drawn as in the tool. */
export function ComfyNodes({
  nodeId,
  version,
  comfyNodes,
  page,
  totalPages,
  extractStatus,
  linkTo,
}: ComfyNodes) {
  const t = useText('nodes')
  const nothing: Record<ExtractStatus, string> = {
    pending: t('extract_pending'),
    failed: t('extract_failed'),
    success: t('no_comfy_nodes'),
  }
  return (
    <Section id={sections.comfyNodes} title={t('comfy_nodes')}>
      {comfyNodes.length === 0 && <NothingHere>{nothing[extractStatus]}</NothingHere>}
      <ul className="grid gap-4 sm:grid-cols-2">
        {comfyNodes.map((node) => (
          <li key={node.name} className="min-w-0">
            <ComfyNodeBox node={node} nodeId={nodeId} version={version} />
          </li>
        ))}
      </ul>
      <Paging
        page={page}
        totalPages={totalPages}
        label={t('comfy_node_pages')}
        linkTo={(other) => `${linkTo(other)}#${sections.comfyNodes}`}
      />
    </Section>
  )
}

/** Imported names, which no scan has verified. The page says so. */
export function UnverifiedComfyNodes({ names }: { names: string[] }) {
  const t = useText('nodes')
  return (
    <Section id={sections.comfyNodes} title={t('comfy_nodes')}>
      {names.length === 0 ? (
        <NothingHere>{t('no_comfy_nodes_known')}</NothingHere>
      ) : (
        <>
          <Notice tone="info" title={t('unverified_title')}>
            {t('unverified_text')}
          </Notice>
          <ul className="flex flex-wrap gap-1.5">
            {names.map((name) => (
              <li
                key={name}
                dir="auto"
                className="max-w-full rounded-md border border-dashed border-line bg-surface px-2 py-1 font-mono text-xs break-words"
              >
                {name}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
