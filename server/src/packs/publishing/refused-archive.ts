import type { ArchiveRefusal } from '@nodeyard/analysis/archive'
import type { Finding } from '@nodeyard/analysis/ground'

export const refusalRule = 'archive-refused'

/** Describes the refusal of a released version's archive, which is kept under any rules. */
function toRefusalFinding({ message, path }: ArchiveRefusal): Finding {
  return {
    issue_type: refusalRule,
    ...(path === undefined ? {} : { file_path: path }),
    message,
    scanner: 'nodeyard',
    rule: refusalRule,
    severity: 'high',
    why: 'Archives like this are no longer accepted, because they may unpack to other files than those that were checked.',
    fix: 'Publish a new version with a valid archive.',
  }
}

/** Adds the refusal to the findings from reading the archive. */
export function withRefusal(found: readonly Finding[], refusal: ArchiveRefusal): Finding[] {
  return [toRefusalFinding(refusal), ...found.filter(({ rule }) => rule !== refusalRule)]
}
