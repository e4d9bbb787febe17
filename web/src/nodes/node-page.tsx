import { useSuspenseQuery } from '@tanstack/react-query'
import { definePage } from '../page.ts'
import { useSite } from '../site.ts'
import type { Route } from './+types/node-page'
import { nodeQuery } from './queries.ts'

const page = definePage(['nodes'], ({ site, params }: { site: any; params: Route.LoaderArgs['params'] }) =>
  site.queries.ensureQueryData(nodeQuery(site, params.nodeId)),
)
export const { handle } = page
export const loader = page.loader
export const clientLoader = page.clientLoader

export default function NodePage({ params }: Route.ComponentProps) {
  const { data } = useSuspenseQuery(nodeQuery(useSite(), params.nodeId))
  return <main><h1>{data.name}</h1></main>
}
