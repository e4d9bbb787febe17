import { mkdir, readdir, readFile, rename, rm, stat, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import type { Context, Options } from '../ground/context.ts'
import { textIn } from '../ground/context.ts'
import { CliError, codeOf, rethrowFileError } from '../ground/errors.ts'

/** The in-app manager reads and writes this list of a pack's files. Source: clients 5.3. */
export const trackingFile = '.tracking'
/** Files of unfinished work, in the folder of all packs. Its name makes the tool skip it. */
const workName = '.nodeyard'
/** Packs as they were before, and lists of the files that took their place. */
const [replacedName, placedName] = ['replaced', 'placed']

/** Finds the folder of all packs: by option, by variable, or from the current folder. */
export async function packsFolder(
  context: Pick<Context, 'env' | 'folder'>,
  options: Options,
): Promise<string> {
  const given = textIn(options, 'into') ?? context.env['NODEYARD_CUSTOM_NODES']
  if (given !== undefined) {
    const folder = resolve(context.folder, given)
    await assertFolder(folder)
    return folder
  }
  for (const candidate of [
    context.folder,
    join(context.folder, 'custom_nodes'),
    join(context.folder, 'ComfyUI/custom_nodes'),
  ])
    if (/[\\/]custom_nodes$/.test(candidate) && (await isFolder(candidate))) return candidate
  throw new CliError('packs_folder_unknown')
}

async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error) => rethrowFileError(error, folder))
  if (!found.isDirectory()) throw new CliError('file_not_folder', { path: folder })
}

export async function isFolder(path: string): Promise<boolean> {
  return stat(path).then(
    (found) => found.isDirectory(),
    () => false,
  )
}

/** A pack that is unpacked but not in its place yet. */
export interface Staged {
  /** The folder below the one of all packs. */
  name: string
  /** The unpacked files. */
  folder: string
  /** Relative to the folder, with forward slashes. */
  files: readonly string[]
  /** Git knows its files. */
  isCheckout?: true
}

/** An install that can still be undone. */
interface Placed {
  target: string
  backup: string | undefined
  /** Files of the user that moved from the old folder to the new one. */
  kept: string[]
}

/** Puts packs in place, all or none. */
export class Placement {
  readonly #packs: string
  readonly #placed: Placed[] = []

  constructor(packs: string) {
    this.#packs = packs
  }

  get #work(): string {
    return join(this.#packs, workName)
  }

  /** Replaces the installed files of a pack. Files that the user added stay. */
  async place({ name, folder, files, isCheckout }: Staged): Promise<void> {
    const target = join(this.#packs, name)
    const isThere = await isFolder(target)
    const backup = join(this.#work, replacedName, name)
    const placed: Placed = { target, backup: isThere ? backup : undefined, kept: [] }
    if (!isCheckout) await writeFile(join(folder, trackingFile), listed(files))
    await mkdir(join(this.#work, placedName), { recursive: true })
    await writeFile(join(this.#work, placedName, name), listed(files))
    if (isThere) {
      await mkdir(join(this.#work, replacedName), { recursive: true })
      await rename(target, backup)
    }
    this.#placed.push(placed)
    await rename(folder, target)
    if (isThere) await moveKept(backup, target, placed.kept)
  }

  /** Restores everything as it was. */
  async undo(): Promise<void> {
    for (const { target, backup, kept } of this.#placed.toReversed()) {
      if (backup !== undefined)
        for (const path of kept) await moveFile(join(target, path), join(backup, path))
      await rm(target, { recursive: true, force: true })
      if (backup !== undefined) await rename(backup, target)
    }
    await this.finish()
  }

  /** Deletes what was replaced. */
  async finish(): Promise<void> {
    await rm(this.#work, { recursive: true, force: true })
  }
}

const listed = (files: readonly string[]): string => `${files.join('\n')}\n`

/** Restores packs whose replacement was interrupted, for example by a power failure. Returns their ids. */
export async function recover(packs: string): Promise<string[]> {
  const backups = join(packs, workName, replacedName)
  const ids = await readdir(backups).catch(() => [] as string[])
  for (const id of ids) {
    const target = join(packs, id)
    const known = new Set(await trackedFiles(join(backups, id)))
    // Files that the user added may have moved already.
    const moved = (await filesBelow(target)).filter((path) => !known.has(path))
    const placed = await linesOf(join(packs, workName, placedName, id))
    const fresh = new Set(placed.length > 0 ? placed : await trackedFiles(target))
    for (const path of moved.filter((one) => !fresh.has(one) && one !== trackingFile))
      await moveFile(join(target, path), join(backups, id, path))
    await rm(target, { recursive: true, force: true })
    await rename(join(backups, id), target)
  }
  await rm(join(packs, workName), { recursive: true, force: true })
  return ids
}

/** Creates a folder for unfinished work, on the same disk as the packs. */
export async function workFolder(packs: string, name: string): Promise<string> {
  const folder = join(packs, workName, name)
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true }).catch((error) => rethrowFileError(error, folder))
  return folder
}

async function moveKept(from: string, to: string, kept: string[]): Promise<void> {
  const old = new Set([...(await trackedFiles(from)), trackingFile])
  for (const path of await filesBelow(from)) {
    if (old.has(path) || /(^\.git|(^|\/)__pycache__)\//.test(path) || (await exists(join(to, path)))) continue
    await moveFile(join(from, path), join(to, path))
    kept.push(path)
  }
}

/** Returns the files that were installed with the pack. */
export async function trackedFiles(folder: string): Promise<string[]> {
  return linesOf(join(folder, trackingFile))
}

async function linesOf(path: string): Promise<string[]> {
  const text = await readFile(path, 'utf8').catch(() => '')
  return text.split(/\r?\n/).filter((line) => line !== '' && !line.endsWith('/'))
}

async function moveFile(from: string, to: string): Promise<void> {
  await mkdir(dirname(to), { recursive: true })
  await rename(from, to)
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error) => codeOf(error) !== 'ENOENT' && codeOf(error) !== 'ENOTDIR',
  )
}

/** Lists the files below a folder without following links, with forward slashes. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        .replaceAll('\\', '/'),
    )
}
