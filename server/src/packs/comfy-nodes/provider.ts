import type { ResponseOf } from '@nodeyard/contract/ground'
import type { getNodeOfComfyNode as contract } from '@nodeyard/contract/packs'
import type { GroundDeps } from '../../ground/deps.ts'
import { RegistryError } from '../../ground/errors.ts'
import { type Actor, isAdmin } from '../../ground/permissions.ts'
import { findCoreNodes } from '../core-nodes/find.ts'
import { findNodeWithParts } from '../nodes/sql.ts'
import { toNode } from '../nodes/to-wire.ts'
import { findProvider } from './sql.ts'

/**
 * Finds the node to install for a comfy-node that a workflow lacks. Source: API contract 14.5, clients 6.7.
 */
export async function getNodeOfComfyNode(
  { db, config }: Pick<GroundDeps, 'db' | 'config'>,
  actor: Actor,
  comfyNodeName: string,
): Promise<ResponseOf<typeof contract>> {
  if ((await findCoreNodes(db, [comfyNodeName])).size > 0) throw new RegistryError('comfy_node_built_in')
  const provider = await findProvider(db, comfyNodeName)
  const parts = provider && (await findNodeWithParts(db, provider.nodeId))
  if (!parts) throw new RegistryError('comfy_node_not_found')
  return {
    ...toNode(config, parts, { forAdmins: isAdmin(actor) }),
    comfy_node_verified: provider.isVerified,
  }
}
