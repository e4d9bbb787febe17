import { useSuspenseQuery } from '@tanstack/react-query'
import { useSite } from '../../ground/site/site.ts'
import { Dependencies } from './dependencies.tsx'
import { newestVersionsQuery, nodeQuery, withoutReadme } from './queries.ts'
import { Versions } from './versions.tsx'

/** The versions of a node, and what the newest requires. */
export function NodeRecord({ nodeId }: { nodeId: string }) {
  const site = useSite()
  const { data: node } = useSuspenseQuery({ ...nodeQuery(site, nodeId), select: withoutReadme })
  const { data: versions } = useSuspenseQuery(newestVersionsQuery(site, nodeId))
  return (
    <>
      {!node.isUnclaimed && <Versions nodeId={nodeId} versions={versions} count={node.version_count} />}
      {node.shown && <Dependencies lines={node.shown.dependencies} version={node.shown.version} />}
    </>
  )
}
