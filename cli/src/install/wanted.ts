import { readFile, stat } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseJson } from '@nodeyard/analysis/ground'
import { LockRefusal, maxInstallationLength } from '@nodeyard/analysis/installations'
import { commitOf, isLock, type Lock, type LockedPack, readLock, repositoryOf } from '@nodeyard/analysis/lock'
import { isNodeId, isWindowsDevice } from '@nodeyard/contract/ground'
import { getNode } from '@nodeyard/contract/packs'
import type { KillList } from '@nodeyard/contract/safety'
import { affectedBy } from '@nodeyard/planning/affected'
import { CliError, rethrowFileError } from '../ground/errors.ts'
import type { PublishedArchive } from '../registry/download.ts'
import { assertOutside } from '../registry/outside.ts'
import type { Registry } from '../registry/registry.ts'
import type { Checkout } from './checkout.ts'
import { findArchive, type Wanted } from './stage.ts'

/** A pack to install, and its folder below the one of all packs. A kept one is there already. */
export type Item = { name: string; isKept?: boolean } & (
  | { archive: PublishedArchive }
  | { checkout: Checkout }
)

/** Finds the archive of a pack or, if it has no version and `isGitAllowed`, its repository at the commit that was read. */
export async function findItem(
  registry: Registry,
  wanted: Wanted,
  { signal, isGitAllowed }: { signal: AbortSignal; isGitAllowed: boolean },
): Promise<Item> {
  try {
    const archive = await findArchive(registry, wanted, signal)
    return { name: archive.nodeId, archive }
  } catch (error) {
    const isWithoutVersion = error instanceof CliError && error.code === 'no_installable_version'
    if (!isWithoutVersion || wanted.version !== undefined) throw error
    const checkout = await findCheckout(registry, wanted.nodeId, signal)
    if (!checkout) throw error
    if (!isGitAllowed)
      throw new CliError('needs_git', {
        node: wanted.nodeId,
        repository: checkout.repository,
        commit: checkout.commit,
      })
    return { name: checkout.name, checkout }
  }
}

async function findCheckout(
  registry: Registry,
  nodeId: string,
  signal: AbortSignal,
): Promise<Checkout | undefined> {
  const { id, install } = await registry.call(getNode, { params: { nodeId } }, { signal })
  if (id.toLowerCase() !== nodeId.toLowerCase() || !isNodeId(id))
    throw new CliError('other_pack_sent', { node: nodeId, other: id })
  if (install.clone === undefined) return undefined
  const [repository, commit] = [repositoryOf(install.clone), commitOf(install.commit)]
  if (repository === undefined) throw new CliError('repository_invalid', { node: nodeId })
  if (commit === undefined) throw new CliError('commit_unknown', { node: nodeId, repository })
  assertOutside(new URL(registry.url), new URL(repository))
  return { name: id, repository, commit, isRead: true }
}

/** Reads a lock file. */
export async function readLockFile(folder: string, given: string): Promise<Lock> {
  const path = resolve(folder, given)
  try {
    if ((await stat(path)).size > maxInstallationLength) throw new LockRefusal('too_large')
    const value = parseJson((await readFile(path, 'utf8')).replace(/^\ufeff/, ''))
    if (!isLock(value)) throw new LockRefusal(value === undefined ? 'broken' : 'unknown_format')
    return readLock(value)
  } catch (error) {
    if (error instanceof LockRefusal) throw new CliError(`lock_${error.problem}`, { place: error.place })
    rethrowFileError(error, path)
  }
}

/** Throws for packs on the kill list, whatever else the registry says about them. */
export function assertNotKilled(items: readonly Item[], { entries }: KillList): void {
  for (const item of items) {
    const { name } = item
    const pack =
      'archive' in item
        ? { id: item.archive.nodeId, version: item.archive.version, sha256: item.archive.digest }
        : item.checkout
    assertHarmless({ folder: name, ...pack }, entries)
  }
}

function assertHarmless(pack: LockedPack, killed: KillList['entries']): void {
  const [refusal] = affectedBy(pack, { killed, advisories: [] })
  const { folder: node, version = '' } = pack
  if (refusal) throw new CliError('version_killed', { node, version, advisory: refusal.advisory })
}

/** Turns the packs of a lock into items. Refuses those on the kill list, and folders that are no packs. */
export function itemsOf(
  { packs }: Pick<Lock, 'packs'>,
  { killList, isGitAllowed, registryUrl }: { killList: KillList; isGitAllowed: boolean; registryUrl: string },
): Item[] {
  return packs.map((pack) => {
    const { folder: name, url = pack.repository } = pack
    assertHarmless(pack, killList.entries)
    if (url !== undefined) assertOutside(new URL(registryUrl), new URL(url))
    if (/^\.|[. ]$/.test(name) || isWindowsDevice(name)) throw new CliError('folder_invalid', { given: name })
    return itemOf(pack, isGitAllowed)
  })
}

function itemOf(pack: LockedPack, isGitAllowed: boolean): Item {
  const { folder: name, id = name, version = '', url, sha256, size, repository = '', commit } = pack
  if (url !== undefined && sha256 !== undefined)
    return { name, archive: { nodeId: id, version, url: new URL(url), digest: sha256, sizeBytes: size } }
  if (commit === undefined) throw new CliError('commit_unknown', { node: name, repository })
  if (!isGitAllowed) throw new CliError('needs_git', { node: name, repository, commit })
  return { name, checkout: { name, repository, commit } }
}
