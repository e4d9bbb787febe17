import { mkdir, readdir, readFile, stat } from 'node:fs/promises'
import { basename, join, resolve, sep } from 'node:path'
import type { Context, Options } from '../ground/context.ts'
import { textIn } from '../ground/context.ts'
import { CliError, rethrowFileError, rethrowWriteError } from '../ground/errors.ts'

/** The in-app manager reads and writes this list of a pack's files. Source: clients 5.3. */
export const trackingFile = '.tracking'
const packsName = 'custom_nodes'

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
    join(context.folder, packsName),
    join(context.folder, 'ComfyUI', packsName),
  ])
    if (basename(candidate) === packsName && (await isFolder(candidate))) return candidate
  throw new CliError('packs_folder_unknown')
}

async function assertFolder(folder: string): Promise<void> {
  const found = await stat(folder).catch((error) => rethrowFileError(error, folder))
  if (!found.isDirectory()) throw new CliError('file_not_folder', { path: folder })
  // The tool would not load packs beside its folder of packs.
  if (basename(folder) === packsName) return
  for (const inner of [join(folder, packsName), join(folder, 'ComfyUI', packsName)])
    if (await isFolder(inner)) throw new CliError('into_above', { path: folder, inner })
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

/** Creates a folder for unfinished work. */
export async function workFolder(work: string, name: string): Promise<string> {
  const folder = join(work, name)
  await mkdir(folder, { recursive: true }).catch((error) => rethrowWriteError(error, folder))
  return folder
}

/** Returns the files that were installed with the pack. */
export async function trackedFiles(folder: string): Promise<string[]> {
  const text = await readFile(join(folder, trackingFile), 'utf8').catch(() => '')
  return text.split(/\r?\n/).filter((line) => line !== '' && !line.endsWith('/'))
}

/** Lists the files below a folder without following links, with forward slashes. */
export async function filesBelow(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) =>
      join(entry.parentPath, entry.name)
        .slice(folder.length + 1)
        // Elsewhere than on Windows, names can contain backslashes.
        .replaceAll(sep, '/'),
    )
}
