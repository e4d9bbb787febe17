import type { ArchiveRefusal } from '@nodeyard/analysis/archive/refusal'
import type { Finding } from '@nodeyard/analysis/scan/finding'

export const refusalRule = 'archive-refused'

/** Describes the refusal of a released version's archive, which stays whatever today's rules say. */
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

/** Adds the refusal to the findings from reading the archive. */
export function withRefusal(found: readonly Finding[], refusal: ArchiveRefusal): Finding[] {
  return [toRefusalFinding(refusal), ...found.filter(({ rule }) => rule !== refusalRule)]
}
