import type { VersionRow } from './sql.ts'

/** Explains why a version is unavailable or on hold, without any finding of a scan or a moderator. */
export function publicReasonOf({
  status,
  killed_by,
  yanked_at,
  yank_reason,
}: Pick<VersionRow, 'status' | 'killed_by' | 'yanked_at' | 'yank_reason'>): string {
  if (status !== 'active') return reasonOfStatus[status]
  if (killed_by) return `The advisory ${killed_by} warns against this version. It cannot be installed.`
  if (yanked_at) return `The publisher withdrew this version: ${yank_reason}`
  return ''
}

const reasonOfStatus = {
  pending:
    'The automatic checks of this version have not finished. Only its publisher and moderators can install it until then.',
  flagged:
    'Held for review: the automatic checks or a report found something. Only its publisher and moderators can install it until a moderator decides.',
  banned: 'A moderator removed this version.',
  deleted: 'The publisher deleted this version.',
} as const
