import { lstat, writeFile } from 'node:fs/promises'
import { join, relative } from 'node:path'
import { gitText } from '@nodeyard/outside/git'
import type { Context } from '../ground/context.ts'
import { CliError, codeOf, rethrowWriteError } from '../ground/errors.ts'
import { readProjectFile } from '../pack/project-file.ts'
import type { Registry } from '../registry/registry.ts'
import { digestOf } from './audit.ts'
import { filesBelow, isFolder, type Staged, trackedFiles, trackingFile } from './folder.ts'
import { type ChangedPack, type Entry, isThere, type Move } from './history.ts'
import { findArchive, stage } from './stage.ts'

/** Renames, and what they do to packs. */
export interface Steps {
  moves: Move[]
  packs: ChangedPack[]
}

/**
 * Prepares the renames that put staged packs in place of earlier ones. Files that the user added stay with the pack. `registry` has
 * the archives of packs without a list of files.
 */
export async function stepsOfInstall(
  context: Pick<Context, 'env' | 'signal'>,
  entry: Entry,
  staged: readonly Staged[],
  registry: Registry,
): Promise<Steps> {
  const steps: Steps = { moves: [], packs: [] }
  for (const { name, folder, files } of staged) {
    const target = join(entry.packs, name)
    const isReplaced = await isThere(target)
    const before = entry.within('before', name)
    if (isReplaced) steps.moves.push([name, before])
    steps.moves.push([relative(entry.packs, folder).replaceAll('\\', '/'), name])
    if (isReplaced)
      for (const path of await addedFiles(target, folder, await ownFiles(context, entry, name, registry)))
        steps.moves.push([`${before}/${path}`, `${name}/${path}`])
    steps.packs.push({ name, files, ...(isReplaced ? { isReplaced } : {}) })
  }
  return steps
}

/** Prepares the renames that restore what a change replaced. Files that the user added since stay with the pack. */
export async function movesOfUndo(entry: Entry): Promise<Move[]> {
  const moves: Move[] = []
  const assertFree = async (name: string) => {
    const path = join(entry.packs, name)
    if (await isThere(path)) throw new CliError('undo_taken', { path })
  }
  for (const { name, to, files, isReplaced } of entry.journal.packs.toReversed()) {
    const [before, after] = [entry.within('before', name), entry.within('after', name)]
    if (to !== undefined) {
      await assertFree(name)
      if (!(await isThere(join(entry.packs, to))))
        throw new CliError('undo_missing', { path: join(entry.packs, to) })
      moves.push([to, name])
      continue
    }
    const current = join(entry.packs, name)
    const isHere = files !== undefined && (await isThere(current))
    if (files === undefined) await assertFree(name)
    if (isHere) moves.push([name, after])
    if (!isReplaced) continue
    moves.push([before, name])
    if (isHere)
      for (const path of await addedFiles(current, join(entry.packs, before), files))
        moves.push([`${after}/${path}`, `${name}/${path}`])
  }
  return moves
}

/** Writes the list of the files, as the in-app manager does. Returns whether all of them are in place already. */
export async function isInPlace(
  packs: string,
  { name, folder, files, isCheckout }: Staged,
): Promise<boolean> {
  if (isCheckout) return false
  const list = join(folder, trackingFile)
  await writeFile(list, `${files.join('\n')}\n`).catch((error) => rethrowWriteError(error, list))
  const target = join(packs, name)
  for (const path of [trackingFile, ...files])
    if (!(await isSame(join(target, path), join(folder, path)))) return false
  return true
}

async function isSame(one: string, other: string): Promise<boolean> {
  const [first, second] = await Promise.all([one, other].map((path) => lstat(path).catch(() => undefined)))
  if (!first?.isFile() || first.size !== second?.size) return false
  return (await digestOf(one)) === (await digestOf(other))
}

/**
 * Lists what came with a pack: by the manager's list, by git, or by the archive of its version. Without them, it cannot be told from
 * files of the user.
 */
async function ownFiles(
  { env, signal }: Pick<Context, 'env' | 'signal'>,
  entry: Entry,
  name: string,
  registry: Registry,
): Promise<readonly string[]> {
  const folder = join(entry.packs, name)
  const tracked = await trackedFiles(folder)
  if (tracked.length > 0) return tracked
  if (!(await isFolder(join(folder, '.git')))) {
    const known = await archiveOf(folder, { into: entry.path('new'), registry, signal }).catch(
      () => undefined,
    )
    signal.throwIfAborted()
    const same = known?.files.map(async (path) =>
      (await isSame(join(folder, path), join(known.folder, path))) ? path : [],
    )
    return (await Promise.all(same ?? [])).flat()
  }
  const listed = await gitText(['ls-files', '-z'], { env, signal, cwd: folder }).catch(() => '')
  return listed.split('\0').filter(Boolean)
}

/** Unpacks the archive of the version that the manifest in a folder names. */
async function archiveOf(
  folder: string,
  { into, registry, signal }: { into: string; registry: Registry; signal: AbortSignal },
): Promise<Staged | undefined> {
  const { id: nodeId, version } = await readProjectFile(folder)
  if (nodeId === '' || version === '') return undefined
  const archive = await findArchive(registry, { nodeId, version }, signal)
  return stage(into, { name: `${nodeId}@${version}`, archive }, { signal })
}

/** Lists the files of a folder that its pack does not have, and that the other folder has room for. */
async function addedFiles(folder: string, other: string, own: readonly string[]): Promise<string[]> {
  // Files behind a link are elsewhere, and stay there.
  if ((await lstat(folder)).isSymbolicLink()) return []
  const known = new Set([...own, trackingFile])
  const added: string[] = []
  for (const path of await filesBelow(folder)) {
    if (known.has(path) || /(^\.git|(^|\/)__pycache__)\//.test(path)) continue
    if (await hasRoom(join(other, path))) added.push(path)
  }
  return added
}

const hasRoom = (path: string): Promise<boolean> =>
  lstat(path).then(
    () => false,
    // Below a file, nothing can be.
    (error) => codeOf(error) === 'ENOENT',
  )
