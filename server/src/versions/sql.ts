import type { Selectable } from 'kysely'
import type { Tx } from '../db/database.ts'
import type { Schema } from '../db/schema.ts'

export type VersionRow = Selectable<Schema['node_versions']>

/** With the size of its archive, null while there is none. */
export interface VersionWithArchive extends VersionRow {
  archive_bytes: number | null
}

/** Locks the node until the transaction ends. */
export async function lockLatestVersionId(tx: Tx, nodeId: string): Promise<string | null> {
  const node = await tx
    .selectFrom('nodes')
    .select('latest_version_id')
    .where('id', '=', nodeId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  return node.latest_version_id
}

/** By number, not by age. */
export function findHighestActive(tx: Tx, nodeId: string): Promise<VersionRow | undefined> {
  return tx
    .selectFrom('node_versions')
    .selectAll()
    .where('node_id', '=', nodeId)
    .where('status', '=', 'active')
    .orderBy('version_key', 'desc')
    .limit(1)
    .executeTakeFirst()
}

/** With what the version says of its compatibility; without a version that stays as it was. */
export async function setLatestVersion(
  tx: Tx,
  nodeId: string,
  latest: VersionRow | undefined,
  now: Date,
): Promise<void> {
  await tx
    .updateTable('nodes')
    .set({
      latest_version_id: latest?.id ?? null,
      updated_at: now,
      ...(latest
        ? {
            supported_os: latest.supported_os,
            supported_accelerators: latest.supported_accelerators,
            supported_comfyui_version: latest.supported_comfyui_version,
            supported_comfyui_frontend_version: latest.supported_comfyui_frontend_version,
          }
        : {}),
    })
    .where('id', '=', nodeId)
    .execute()
}
