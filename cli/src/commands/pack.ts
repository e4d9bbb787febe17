import { rm } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { type Context, exitCodes, type Options, printJson, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { buildArchive, listPackPaths } from '../pack/pack-archive.ts'
import { readProjectFile } from '../pack/project-file.ts'
import { assertFolder, assertSize } from '../publish/publish-folder.ts'

/** Writes the archive that `publish` would upload. Unchanged files give the same bytes. */
export async function runPack(context: Context, [path = '.']: string[], options: Options): Promise<number> {
  const { text, stdout } = context
  const folder = resolve(context.folder, path)
  await assertFolder(folder)
  const { id, version, includes } = await readProjectFile(folder)
  const name = [id || 'pack', version].filter((part) => part !== '').join('-')
  const target = resolve(context.folder, textIn(options, 'output') ?? `${name}.zip`)
  const archive = await buildArchive(folder, includes, target)
  const inside = relative(folder, target).split(sep).join('/')
  try {
    assertSize(folder, archive)
    if ((await listPackPaths(folder, includes)).includes(inside))
      throw new CliError('archive_inside', { path: target })
  } catch (error) {
    await rm(target, { force: true })
    throw error
  }
  const { digest, sizeBytes, names } = archive
  if (options['json'])
    printJson(context, { path: target, sha256: digest, size: sizeBytes, entries: names.length })
  else {
    stdout.write(`${text('packed', { count: names.length, bytes: sizeBytes })}\n`)
    stdout.write(`${text('wrote_archive', { path: target, digest })}\n`)
  }
  return exitCodes.done
}
