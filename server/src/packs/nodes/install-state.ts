import { defined, type Install, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { cloneAddress } from './repository.ts'
import type { NodeWithParts } from './sql.ts'

/** Decides how a node can be installed. Every response that offers installs uses this decision. Pure. */
export function installOf({
  node,
  latest,
  held,
  reading,
}: Pick<NodeWithParts, 'node' | 'latest' | 'held' | 'reading'>): Install {
  if (node.status === 'banned')
    return { state: 'banned', ...defined({ reason: node.status_detail.trim() || undefined }) }
  const isUnclaimed = node.publisher_id === unclaimedPublisherId
  if (latest && !isUnclaimed) {
    if (!latest.deprecated) return { state: 'installable' }
    return { state: 'deprecated', ...defined({ reason: latest.deprecation_message || undefined }) }
  }
  if (held.advisory !== null) return { state: 'blocked', advisory: held.advisory }
  if (held.failure !== null) return { state: 'cannot_load', reason: held.failure }
  if (held.isReviewed) return { state: 'under_review' }
  if (held.yankReason !== null)
    return { state: 'withdrawn', ...defined({ reason: held.yankReason || undefined }) }
  if (held.isRefused) return { state: 'refused' }
  if (held.isDeleted) return { state: 'withdrawn' }
  if (node.status === 'draft') return { state: 'unpublished' }
  if (reading?.verdict === 'held') return { state: 'suspicious' }
  const clone = cloneAddress(node.repository_url)
  const read = reading && {
    commit: reading.commit,
    ...defined({ has_requirements: reading.hasRequirements ?? undefined }),
    ...(reading.hasSubmodules ? { has_submodules: true } : {}),
  }
  return { state: isUnclaimed ? 'unclaimed' : 'no_version', ...(clone ? { clone, ...read } : {}) }
}
