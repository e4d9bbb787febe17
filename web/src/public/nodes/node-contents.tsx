import { isHeldBack } from '@nodeyard/contract/packs'
import { useSuspenseQuery } from '@tanstack/react-query'
import { sections } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Section } from '../../ground/ui/section.tsx'
import { ComfyNodes } from '../comfy-nodes/comfy-nodes.tsx'
import { UnverifiedComfyNodes } from '../comfy-nodes/unverified.tsx'
import { Uses } from '../workflows/uses.tsx'
import { WorkflowList } from '../workflows/workflow-list.tsx'
import { Extensions } from './extensions.tsx'
import { type NodeView, nodeQuery, versionQuery, versionWorkflowsQuery, withoutReadme } from './queries.ts'
import { Relatives } from './relatives.tsx'
import { comfyNodesQuery } from './section-queries.ts'

/** The comfy-nodes and workflows that a node ships, and the workflows that use it. */
export function NodeContents({ nodeId }: { nodeId: string }) {
  const { data: node } = useSuspenseQuery({ ...nodeQuery(useSite(), nodeId), select: withoutReadme })
  return (
    <>
      {node.shown && <ComfyNodesOf nodeId={node.id} shown={node.shown} />}
      <OtherNames node={node} />
      {node.shown?.mayHaveWorkflows && <WorkflowsOf nodeId={node.id} version={node.shown.version} />}
      {node.relatives && node.relatives.length > 0 && <Relatives relatives={node.relatives} />}
      {node.shown && <Extensions nodeId={node.id} />}
      {node.is_used && <Uses of={{ pack: node.id }} />}
    </>
  )
}

/** The comfy-nodes and workflows of one version. */
export function VersionContents({ nodeId, version: number }: { nodeId: string; version: string }) {
  const { data: version } = useSuspenseQuery({
    ...versionQuery(useSite(), nodeId, number),
    select: withoutReadme,
  })
  return (
    <>
      <ComfyNodesOf
        nodeId={nodeId}
        shown={{ version: version.version, extractStatus: version.comfy_node_extract_status }}
      />
      <WorkflowsOf nodeId={nodeId} version={version.version} />
    </>
  )
}

/** Names from a list that nothing else has. */
function OtherNames({
  node: { latest, shown, install, unverified_comfy_nodes: names = [] },
}: {
  node: NodeView
}) {
  if (latest || (shown && names.length === 0)) return null
  return <UnverifiedComfyNodes names={names} isHeldBack={isHeldBack(install)} />
}

function ComfyNodesOf({
  nodeId,
  shown,
}: {
  nodeId: string
  shown: Pick<NonNullable<NodeView['shown']>, 'version' | 'extractStatus'>
}) {
  const { data } = useSuspenseQuery(comfyNodesQuery(useSite(), nodeId, shown.version))
  return <ComfyNodes {...data} nodeId={nodeId} version={shown.version} extractStatus={shown.extractStatus} />
}

/** The workflows that a version ships; nothing where it ships none. */
function WorkflowsOf({ nodeId, version }: { nodeId: string; version: string }) {
  const t = useText('nodes')
  const site = useSite()
  const { data } = useSuspenseQuery(versionWorkflowsQuery(site, nodeId, version))
  if (data.length === 0) return null
  return (
    <Section
      id={sections.workflows}
      title={t('workflows')}
      count={formatsOf(site.settings.locale).number(data.length)}
      lead={t('workflows_text')}
    >
      <WorkflowList workflows={data} />
    </Section>
  )
}
