import type { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import type { Finding } from '@nodeyard/analysis/scan/finding'

export const refusalRule = 'archive-refused'

/** For a version that had been released: its archive stays, whatever the rules of today say of it. */
function toRefusalFinding({ message, path }: ArchiveRefusal): Finding {
  return {
    issue_type: refusalRule,
    ...(path === undefined ? {} : { file_path: path }),
    message,
    scanner: 'nodeyard',
    rule: refusalRule,
    severity: 'high',
    why: 'An archive like this is not taken any more: what it unpacks to need not be what was looked at.',
    fix: 'Publish a new version with an archive that is accepted.',
  }
}

/** What was found while it was read, and that it is refused now. */
export function withRefusal(found: readonly Finding[], refusal: ArchiveRefusal): Finding[] {
  return [toRefusalFinding(refusal), ...found.filter(({ rule }) => rule !== refusalRule)]
}
