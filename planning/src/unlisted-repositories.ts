import { codeHosts, readRepository } from '@nodeyard/analysis/ground'
import { commitOf } from '@nodeyard/analysis/lock'
import { defined } from '@nodeyard/contract/ground'
import type { ResolvedComfyNode } from './resolve.ts'

/** A repository that a workflow records and the registry does not list. */
export interface UnlistedRepository {
  /** Host, owner and name as recorded, such as `github.com/owner/Name`. */
  name: string
  /** In lowercase, as pages of the site are named. */
  key: string
  /** The address of its page, at the recorded commit. */
  url: string
  commit?: string
  /** Names of the comfy-nodes that record it. */
  comfyNodes: string[]
}

/** Lists the repositories that a workflow names for comfy-nodes whose pack was not found by this record. */
export function unlistedRepositories(comfyNodes: readonly ResolvedComfyNode[]): UnlistedRepository[] {
  const found = new Map<string, UnlistedRepository>()
  for (const one of comfyNodes) {
    const repository = isListed(one) ? undefined : recordedRepository(one)
    if (!repository) continue
    const id = `${repository.key}@${repository.commit ?? ''}`
    const known = found.get(id) ?? { ...repository, comfyNodes: [] }
    if (!known.comfyNodes.includes(one.comfy_node_name)) known.comfyNodes.push(one.comfy_node_name)
    found.set(id, known)
  }
  return [...found.values()]
}

/** A namesake of the recorded repository is another one, and a banned pack is not proposed again. */
function isListed({ status, reason, notices }: ResolvedComfyNode): boolean {
  if (status === 'built_in' || notices.includes('recorded_node_banned')) return true
  const isRecorded =
    reason === 'recorded_version' || reason === 'recorded_node' || reason === 'recorded_repository'
  return isRecorded && !notices.includes('recorded_other_repository')
}

/** Tools record `owner/name` without the code host, sometimes as the id. A file can name any other host, so those are left out. */
function recordedRepository({
  recorded: { nodeId = '', repository = nodeId, version },
}: ResolvedComfyNode): Omit<UnlistedRepository, 'comfyNodes'> | undefined {
  const place = readRepository(
    /^[\w.-]+\/[\w.-]+$/.test(repository) ? `github.com/${repository}` : repository,
  )
  const host = place?.key.split('/')[0] ?? ''
  if (!place || !codeHosts.includes(host)) return undefined
  const commit = place.commit ?? commitOf(version)
  const isTree = commit !== undefined && host === 'github.com'
  return {
    name: place.clone.replace(/^https?:\/\//, ''),
    key: place.key,
    url: isTree ? `${place.clone}/tree/${commit}` : place.clone,
    ...defined({ commit }),
  }
}
