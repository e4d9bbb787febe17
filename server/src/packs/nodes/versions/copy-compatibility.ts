import { recordEvent } from '../../../ground/audit/sql.ts'
import { markChanged, transact } from '../../../ground/db/changes.ts'
import { RegistryError } from '../../../ground/errors.ts'
import type { UserActor } from '../../../ground/permissions.ts'
import type { Deps } from '../deps.ts'
import { lockNode, setLatestVersion } from '../sql.ts'
import { findLatestVersion, type StoredCompatibility } from './sql.ts'

/** Resets a node's compatibility to the values of its latest version. Source: API contract 37.8. */
export function copyCompatibility(
  deps: Pick<Deps, 'db' | 'changes' | 'now'>,
  admin: UserActor,
  nodeId: string,
): Promise<void> {
  return transact(deps, async (tx) => {
    const node = await lockNode(tx, nodeId)
    if (!node) throw new RegistryError('node_not_found')
    const latest = await findLatestVersion(tx, node.id)
    if (!latest) throw new RegistryError('version_not_found')
    await setLatestVersion(tx, node.id, latest, deps.now())
    await recordEvent(tx, {
      actor: admin,
      action: 'node.update',
      subject: { kind: 'node', id: node.id },
      publisherId: node.publisher_id,
      before: statedBy(node),
      after: statedBy(latest),
      at: deps.now(),
    })
    markChanged(tx, `node:${node.id}`, 'nodes')
  })
}

const statedBy = (stored: StoredCompatibility): StoredCompatibility => ({
  supported_os: stored.supported_os,
  supported_accelerators: stored.supported_accelerators,
  supported_comfyui_version: stored.supported_comfyui_version,
  supported_comfyui_frontend_version: stored.supported_comfyui_frontend_version,
})
