import { defined } from '@nodeyard/contract/ground'
import type { Origin } from './sql.ts'

/** Names where facts come from, in the wire format. */
export const toOrigin = ({
  version,
  commit,
}: Pick<Origin, 'version' | 'commit'>): { version?: string; commit?: string } =>
  defined({ version: version ?? undefined, commit: commit ?? undefined })

/** Whether a request names a commit where it could name a version. */
export const isCommit = (text: string): boolean => /^[0-9a-f]{40}(?:[0-9a-f]{24})?$/.test(text)
