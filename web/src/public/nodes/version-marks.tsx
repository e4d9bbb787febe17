import type { NodeVersionStatus } from '@nodeyard/contract/ground'
import { useText } from '../../ground/site/site.ts'
import { Badge, type Tone } from '../../ground/ui/badge.tsx'

const marks = {
  NodeVersionStatusActive: undefined,
  NodeVersionStatusPending: { tone: 'info', text: 'pending' },
  NodeVersionStatusFlagged: { tone: 'warn', text: 'flagged' },
  NodeVersionStatusBanned: { tone: 'danger', text: 'banned' },
  NodeVersionStatusDeleted: { tone: 'plain', text: 'deleted' },
} as const satisfies Record<NodeVersionStatus, { tone: Tone; text: string } | undefined>

/** Badges for the state of a version. Renders nothing for an active, current one. */
export function VersionMarks({
  status,
  deprecated,
  isYanked,
  isUnloadable = false,
}: {
  status: NodeVersionStatus
  deprecated: boolean
  isYanked: boolean
  isUnloadable?: boolean | undefined
}) {
  const t = useText('nodes')
  const mark = marks[status]
  return (
    <>
      {mark && <Badge tone={mark.tone}>{t(mark.text)}</Badge>}
      {isUnloadable && <Badge tone="danger">{t('unloadable')}</Badge>}
      {isYanked && <Badge tone="warn">{t('yanked')}</Badge>}
      {deprecated && <Badge tone="warn">{t('deprecated')}</Badge>}
    </>
  )
}
