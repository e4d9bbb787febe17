import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Inspection } from '@nodeyard/analysis/inspection'
import { getNode, getNodeVersion } from '@nodeyard/contract/packs'
import { CliError } from '../ground/errors.ts'
import { withPack } from '../pack/open-pack.ts'
import { downloadArchive, toArchive } from '../registry/download.ts'
import { registryAt } from '../registry/registry.ts'
import { inspect } from './check.ts'

/** Downloads and inspects a published version. `latest` is the newest one that can be installed. */
export async function inspectPublished(
  url: string,
  { nodeId, version }: { nodeId: string; version: string },
  signal: AbortSignal,
): Promise<{ version: string; inspection: Inspection }> {
  const registry = registryAt(url)
  let wanted = version
  if (version === 'latest') {
    const { latest_version } = await registry.call(getNode, { params: { nodeId } }, { signal })
    if (!latest_version) throw new CliError('no_latest_version', { node: nodeId })
    wanted = latest_version.version
  }
  const found = await registry.call(getNodeVersion, { params: { nodeId, version: wanted } }, { signal })
  const work = await mkdtemp(join(tmpdir(), 'nodeyard-'))
  try {
    const path = join(work, 'node.zip')
    await downloadArchive(toArchive(found, url), path, { signal })
    return { version: found.version, inspection: await withPack(path, inspect) }
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}
