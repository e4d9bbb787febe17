import { type BodyOf, keysOf } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { ComfyNodeFields, storeComfyNodes as contract } from '@nodeyard/contract/packs'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import type { Tx } from '../../ground/db/database.ts'
import type { GroundDeps } from '../../ground/deps.ts'
import { RegistryError } from '../../ground/errors.ts'
import type { Actor } from '../../ground/permissions.ts'
import { lockNode, type NodeRow } from '../nodes/sql.ts'
import { changeVersion, lockVersionOfNumber, type VersionRow } from '../nodes/versions/sql.ts'
import {
  type ComfyNodeChange,
  type ComfyNodeRow,
  changeComfyNode,
  countComfyNodesOfVersion,
  insertComfyNodes,
} from './sql.ts'
import { policyFromWire } from './to-wire.ts'

type StoreDeps = Pick<GroundDeps, 'db' | 'changes' | 'now'>
interface VersionPath {
  nodeId: string
  version: string
}

/**
 * Stores the result of an extraction outside of the registry, or its failure, once per version. Source: API
 * contract 16.3.
 */
export function storeComfyNodes(
  deps: StoreDeps,
  actor: Actor,
  path: VersionPath,
  { success = true, nodes = {}, reason, status, cloud_build_info: build }: BodyOf<typeof contract>,
): Promise<void> {
  const named = Object.entries(nodes)
  assertNames(named)
  return transact(deps, async (tx) => {
    const { node, version } = await lockNamedVersion(tx, path)
    const isKnown =
      version.extract_status === 'success' && (await countComfyNodesOfVersion(tx, version.id)) > 0
    if (isKnown) throw new RegistryError('comfy_nodes_exist')
    if (success) {
      await insertComfyNodes(
        tx,
        named.map(([name, fields]) => ({ ...toColumns(fields), name, version_id: version.id })),
      )
    }
    await changeVersion(tx, version.id, {
      extract_status: success ? 'success' : 'failed',
      ...(build ? { cloud_build_info: JSON.stringify(build) } : {}),
    })
    await recordEvent(tx, {
      actor,
      action: 'version.extract',
      subject: { kind: 'version', id: version.id },
      publisherId: node.publisher_id,
      before: { extract_status: version.extract_status },
      after: { success, status, reason, comfy_nodes: success ? named.length : 0 },
      at: deps.now(),
    })
    markChanged(tx, `node:${node.id}`, 'nodes')
  })
}

/** Sets the policy of a comfy-node, or corrects extracted fields. Source: API contract 16.4. */
export function updateComfyNode(
  deps: StoreDeps,
  actor: Actor,
  { comfyNodeName, ...path }: VersionPath & { comfyNodeName: string },
  fields: ComfyNodeFields,
): Promise<ComfyNodeRow> {
  return transact(deps, async (tx) => {
    const { node, version } = await lockNamedVersion(tx, path)
    const change = toColumns(fields)
    const before = await changeComfyNode(tx, version.id, comfyNodeName, change)
    if (!before) throw new RegistryError('comfy_node_not_found')
    const names = keysOf(change)
    await recordEvent(tx, {
      actor,
      action: 'comfy-node.update',
      subject: { kind: 'comfy-node', id: before.id },
      publisherId: node.publisher_id,
      before: Object.fromEntries(names.map((name) => [name, before[name]])),
      after: { ...change, node: node.id, version: version.version, name: comfyNodeName },
      at: deps.now(),
    })
    markChanged(tx, `node:${node.id}`, 'nodes')
    return { ...before, ...change } as ComfyNodeRow
  })
}

async function lockNamedVersion(tx: Tx, path: VersionPath): Promise<{ node: NodeRow; version: VersionRow }> {
  const node = await lockNode(tx, path.nodeId)
  if (!node || node.status === 'deleted') throw new RegistryError('node_not_found')
  const version = await lockVersionOfNumber(tx, node.id, path.version)
  if (!version || version.status === 'deleted') throw new RegistryError('version_not_found')
  return { node, version }
}

function assertNames(named: readonly [string, unknown][]): void {
  if (named.length > limits.comfyNodesPerVersion) {
    throw new RegistryError('invalid_request', {
      message: `body.nodes must not have more than ${limits.comfyNodesPerVersion} members`,
      field: 'body.nodes',
      limit: limits.comfyNodesPerVersion,
    })
  }
  if (named.every(([name]) => name.length > 0 && name.length <= limits.comfyNodeNameLength)) return
  throw new RegistryError('invalid_request', {
    message: `body.nodes has a name that is empty or longer than ${limits.comfyNodeNameLength} characters`,
    field: 'body.nodes',
    limit: limits.comfyNodeNameLength,
  })
}

/** Omitted fields keep their values, and are empty for a new comfy-node. */
function toColumns({ policy, ...fields }: ComfyNodeFields): ComfyNodeChange {
  const known = [
    'category',
    'description',
    'function',
    'input_types',
    'return_types',
    'return_names',
    'output_is_list',
    'deprecated',
    'experimental',
  ] as const
  const given = known.filter((name) => fields[name] !== undefined)
  return {
    ...Object.fromEntries(given.map((name) => [name, fields[name]])),
    ...(policy ? { policy: policyFromWire(policy) } : {}),
  }
}
