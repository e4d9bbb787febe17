import { useSuspenseQuery } from '@tanstack/react-query'
import { useSite } from '../../ground/site/site.ts'
import { NodeContents, NodeEvidence, NodeRecord } from './later-sections.ts'
import { nodeQuery, withoutReadme } from './queries.ts'

/** Sections of a node page below the readme. */
export function NodeSections({ nodeId }: { nodeId: string }) {
  const { data: node } = useSuspenseQuery({ ...nodeQuery(useSite(), nodeId), select: withoutReadme })
  return (
    <>
      <NodeContents nodeId={nodeId} />
      {(node.shown || !node.isUnclaimed) && <NodeRecord nodeId={nodeId} />}
      {(node.shown || !node.isUnclaimed) && <NodeEvidence nodeId={nodeId} />}
    </>
  )
}
