import { useSuspenseQuery } from '@tanstack/react-query'
import { sections } from '../../ground/paths/links.ts'
import { useSite, useText } from '../../ground/site/site.ts'
import { formatsOf } from '../../ground/texts/formats.ts'
import { Section } from '../../ground/ui/section.tsx'
import { ComfyNodes } from '../comfy-nodes/comfy-nodes.tsx'
import { UnverifiedComfyNodes } from '../comfy-nodes/unverified.tsx'
import { WorkflowList } from '../workflows/workflow-list.tsx'
import { Compatibility } from './compatibility.tsx'
import { Dependencies } from './dependencies.tsx'
import { MoreOfPublisher } from './more-of-publisher.tsx'
import { type NodeView, newestVersionsQuery, nodeQuery, withoutReadme } from './queries.ts'
import { Score } from './score.tsx'
import { comfyNodesQuery, otherNodesQuery, versionWorkflowsQuery } from './section-queries.ts'
import { Trust } from './trust.tsx'
import { Versions } from './versions.tsx'
import { WorksWith } from './works-with.tsx'

/** Sections of a node page below the readme. */
export function NodeSections({ nodeId }: { nodeId: string }) {
  const site = useSite()
  const { data: node } = useSuspenseQuery({ ...nodeQuery(site, nodeId), select: withoutReadme })
  const { data: versions } = useSuspenseQuery(newestVersionsQuery(site, nodeId))
  return (
    <>
      {node.shown && <ComfyNodesOf nodeId={node.id} shown={node.shown} />}
      <OtherNames node={node} />
      {node.shown?.mayHaveWorkflows && <WorkflowsOf nodeId={node.id} version={node.shown.version} />}
      {!node.isUnclaimed && <Versions nodeId={node.id} versions={versions} count={node.version_count} />}
      {node.shown && <Dependencies lines={node.shown.dependencies} version={node.shown.version} />}
      {node.latest && <Compatibility nodeId={node.id} />}
      {node.latest && <Trust nodeId={node.id} version={node.latest.version} />}
      {node.latest && <WorksWith nodeId={node.id} />}
      {node.latest && <Score nodeId={node.id} />}
      {!node.isUnclaimed && <OthersOf node={node} />}
    </>
  )
}

/** Names from a list that nothing else has. */
function OtherNames({ node: { latest, shown, unverified_comfy_nodes: names = [] } }: { node: NodeView }) {
  if (latest || (shown && names.length === 0)) return null
  return <UnverifiedComfyNodes names={names} />
}

export function ComfyNodesOf({
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
export function WorkflowsOf({ nodeId, version }: { nodeId: string; version: string }) {
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

function OthersOf({ node: { id, publisher } }: { node: NodeView }) {
  const { data } = useSuspenseQuery(otherNodesQuery(useSite(), publisher.id, id))
  return <MoreOfPublisher publisher={publisher} cards={data} />
}
