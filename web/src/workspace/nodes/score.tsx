import { useQuery } from '@tanstack/react-query'
import { useSite } from '../../ground/site/site.ts'
import { scoreQuery } from '../../public/nodes/queries.ts'
import { ScoreBox } from '../../public/nodes/score-box.tsx'

export function Score({ nodeId }: { nodeId: string }) {
  const { data } = useQuery(scoreQuery(useSite(), nodeId))
  return data ? <ScoreBox data={data} /> : null
}
