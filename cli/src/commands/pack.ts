import { rm } from 'node:fs/promises'
import { relative, resolve, sep } from 'node:path'
import { type Context, exitCodes, type Options, printJson, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { selectOptionsOf } from '../pack/ask.ts'
import { assertSize, buildArchive } from '../pack/pack-archive.ts'
import { readProjectFile, toError } from '../pack/project-file.ts'
import { assertWithoutSecrets, listEntries, noticesOf, selectFiles } from '../pack/select-files.ts'
import { assertFolder } from '../publish/publish-folder.ts'

/** Writes the archive that `publish` would upload. Unchanged files give the same bytes. */
export async function runPack(context: Context, [path = '.']: string[], options: Options): Promise<number> {
  const { text, stdout, stderr } = context
  const folder = resolve(context.folder, path)
  await assertFolder(folder)
  const { id, version, includes, unreadable } = await readProjectFile(folder)
  if (unreadable) throw toError(unreadable)
  const name = [id || 'pack', version].filter((part) => part !== '').join('-')
  const target = resolve(context.folder, textIn(options, 'output') ?? `${name}.zip`)
  const selection = await selectFiles(folder, includes, selectOptionsOf(context, options))
  for (const notice of noticesOf(selection, text)) stderr.write(`${notice}\n`)
  assertWithoutSecrets(selection)
  const inside = relative(folder, target).split(sep).join('/')
  const archive = await buildArchive(selection, target)
  try {
    assertSize(folder, archive)
    const { entries } = await listEntries(folder, includes, selection.withoutGit !== undefined)
    if (entries.some(({ name }) => name === inside)) throw new CliError('archive_inside', { path: target })
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
