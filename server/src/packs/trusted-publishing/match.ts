import type { CiKind } from '@nodeyard/contract/packs'
import type { Build } from './build.ts'
import { shown } from './refusal.ts'
import type { TrustedPublisherRow } from './sql.ts'

type Trusted = Pick<
  TrustedPublisherRow,
  'repository' | 'repository_id' | 'repository_owner_id' | 'workflow' | 'environment' | 'ref'
>

export type Match<Row> = { trusted: Row } | { refusal: string[] }

/**
 * Events that only people with write access to the repository can trigger. All others are refused: outsiders
 * can trigger many of them, such as comments, issues, forks and pull requests, and the code hosts keep adding
 * new ones.
 */
const trustedEvents: Record<CiKind, readonly string[]> = {
  github: ['push', 'create', 'release', 'schedule', 'workflow_dispatch', 'repository_dispatch'],
  gitlab: ['push', 'schedule', 'web', 'webide', 'api', 'trigger'],
}

/**
 * Returns the first trusted build that matches, or the differences. A refusal reveals only settings that name
 * the build's own repository, so that outsiders cannot probe settings.
 */
export function matchBuild<Row extends Trusted>(trusted: readonly Row[], build: Build): Match<Row> {
  const ofRepository = trusted.filter((one) => isSame(one.repository, build.repository))
  if (ofRepository.length === 0) {
    return { refusal: [`repository: came ${shown(build.repository)}, which is not trusted for this node`] }
  }
  const bound = ofRepository.filter((one) => isBoundTo(one, build))
  if (bound.length === 0) {
    return {
      refusal: [
        `repository_id, repository_owner_id: came ${shown(build.repositoryId)} and ${shown(build.ownerId)}. ` +
          `${build.repository} was another repository, or of another account, when it was used before. ` +
          'If it is yours, save the trusted publisher again.',
      ],
    }
  }
  const refusals = bound.map((one) => ({ one, refusal: differences(one, build) }))
  const [best] = refusals.sort((a, b) => a.refusal.length - b.refusal.length)
  if (!best || best.refusal.length > 0) return { refusal: best?.refusal ?? [] }
  return { trusted: best.one }
}

function isBoundTo({ repository_id, repository_owner_id }: Trusted, build: Build): boolean {
  if (repository_id === null) return true
  return repository_id === build.repositoryId && repository_owner_id === build.ownerId
}

function differences(trusted: Trusted, build: Build): string[] {
  const found: string[] = []
  if (trusted.workflow !== build.workflow) found.push(differs('workflow', trusted.workflow, build.workflow))
  if (trusted.environment !== '' && !isSame(trusted.environment, build.environment))
    found.push(differs('environment', trusted.environment, build.environment))
  if (trusted.ref !== '' && !isRefOf(trusted.ref, build.ref))
    found.push(differs('ref', trusted.ref, build.ref))
  const events = trustedEvents[build.kind]
  if (!events.includes(build.event)) found.push(differs('event', `one of ${events.join(', ')}`, build.event))
  return found
}

const differs = (claim: string, expected: string, came: string) =>
  `${claim}: expected ${expected}, came ${shown(came)}`

/** Names of repositories and environments are case-insensitive. */
const isSame = (a: string, b: string) => a.toLowerCase() === b.toLowerCase()

/** A star at the end matches any suffix. */
function isRefOf(pattern: string, ref: string): boolean {
  return pattern.endsWith('*') ? ref.startsWith(pattern.slice(0, -1)) : ref === pattern
}
