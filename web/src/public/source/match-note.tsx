import { useQuery } from '@tanstack/react-query'
import { useSite, useText } from '../../ground/site/site.ts'
import { Badge } from '../../ground/ui/badge.tsx'
import { MatchBadge } from '../nodes/matched-files.tsx'
import { trustQuery } from '../nodes/trust-query.ts'

/** How the shown file compares with the commit that the version names; nothing until they have been compared. */
export function MatchNote({ nodeId, version, path }: { nodeId: string; version: string; path: string }) {
  const t = useText('nodes')
  const { data } = useQuery(trustQuery(useSite(), nodeId, version))
  if (data?.match.state !== 'compared') return null
  const { files = [], changed = 0, added = 0, skipped = 0, missing = 0 } = data.match
  const found = files.find((file) => file.path === path)
  if (found) return <MatchBadge state={found.state} />
  // Only the first files that differ are listed.
  if (files.length < changed + added + skipped + missing) return null
  return <Badge tone="accent">{t('match_same')}</Badge>
}
