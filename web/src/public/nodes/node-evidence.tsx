import { useSuspenseQuery } from '@tanstack/react-query'
import { useSite } from '../../ground/site/site.ts'
import { Compatibility } from './compatibility.tsx'
import { Dependencies } from './dependencies.tsx'
import { NodeModels } from './node-models.tsx'
import { nodeQuery, versionQuery, withoutReadme } from './queries.ts'
import { Trust } from './trust.tsx'
import { WorksWith } from './works-with.tsx'

/** Compatibility and trust of a node, and the models that it names. */
export function NodeEvidence({ nodeId }: { nodeId: string }) {
  const { data: node } = useSuspenseQuery({ ...nodeQuery(useSite(), nodeId), select: withoutReadme })
  return (
    <>
      {node.shown && <Compatibility nodeId={nodeId} />}
      {node.shown && <Trust nodeId={nodeId} version={node.shown.version} />}
      {node.shown && <WorksWith nodeId={nodeId} />}
      <NodeModels nodeId={nodeId} />
    </>
  )
}

/** The requirements of one version, and the claims about it. */
export function VersionEvidence({ nodeId, version: number }: { nodeId: string; version: string }) {
  const { data: version } = useSuspenseQuery({
    ...versionQuery(useSite(), nodeId, number),
    select: withoutReadme,
  })
  return (
    <>
      <Dependencies lines={version.dependencies} version={version.version} />
      <Trust nodeId={nodeId} version={version.version} />
    </>
  )
}
