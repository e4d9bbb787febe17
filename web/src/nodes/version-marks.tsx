import type { NodeVersionStatus } from '@nodeyard/contract/shapes'
import { useText } from '../site.ts'
import { Badge, type Tone } from '../ui/badge.tsx'

/** What is special about a version; nothing for one that is active and current. */
export function VersionMarks({
  status,
  deprecated,
  isYanked,
}: {
  status: NodeVersionStatus
  deprecated: boolean
  isYanked: boolean
}) {
  const t = useText('nodes')
  const marks: Record<NodeVersionStatus, { tone: Tone; text: string } | null> = {
    NodeVersionStatusActive: null,
    NodeVersionStatusPending: { tone: 'info', text: t('pending') },
    NodeVersionStatusFlagged: { tone: 'warn', text: t('flagged') },
    NodeVersionStatusBanned: { tone: 'danger', text: t('banned') },
    NodeVersionStatusDeleted: { tone: 'plain', text: t('deleted') },
  }
  const mark = marks[status]
  return (
    <>
      {mark && <Badge tone={mark.tone}>{mark.text}</Badge>}
      {isYanked && <Badge tone="warn">{t('yanked')}</Badge>}
      {deprecated && <Badge tone="warn">{t('deprecated')}</Badge>}
    </>
  )
}
