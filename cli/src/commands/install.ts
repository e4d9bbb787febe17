import { join } from 'node:path'
import { type Context, exitCodes, type Options, printJson, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { isFolder, Placement, packsFolder, recover, type Staged } from '../install/folder.ts'
import { commandOf, type Installer, installersOf, runInstaller } from '../install/run-installers.ts'
import { findArchive, stage, type Wanted } from '../install/stage.ts'
import { progressOn } from '../publish/publish-output.ts'
import type { PublishedArchive } from '../registry/download.ts'
import { openRegistry } from '../registry/settings.ts'
import { nameIn } from './versions.ts'

/** Installs packs into a folder, all or none. Runs nothing of them unless asked. */
export async function runInstall(context: Context, names: string[], options: Options): Promise<number> {
  const { text, signal, stderr } = context
  const packs = await packsFolder(context, options)
  const wanted = names.map((name) => nameIn(name))
  for (const id of await recover(packs)) stderr.write(`${text('recovered', { node: id })}\n`)
  await assertReplaceable(packs, wanted, options)
  const registry = await openRegistry(context, options)
  const progress = progressOn(stderr)
  const placement = new Placement(packs)
  try {
    const archives: PublishedArchive[] = []
    for (const one of wanted) archives.push(await findArchive(registry, one, signal))
    const staged: Staged[] = []
    for (const archive of archives) {
      progress.begin(text('downloading', { node: archive.nodeId, version: archive.version }))
      staged.push(await stage(packs, archive, signal))
      progress.end(
        text('verified', { node: archive.nodeId, version: archive.version, digest: archive.digest }),
      )
    }
    for (const one of staged) await placement.place(one)
    const left = await runAsked(context, packs, staged, options)
    await placement.finish()
    report(context, archives, left, options)
    return exitCodes.done
  } catch (error) {
    progress.clear()
    await placement.undo()
    stderr.write(`${text('rolled_back')}\n`)
    throw error
  }
}

/** A checkout is work of the user, and its history would be lost. */
async function assertReplaceable(packs: string, wanted: readonly Wanted[], options: Options): Promise<void> {
  for (const { nodeId } of wanted)
    if (!options['force'] && (await isFolder(join(packs, nodeId, '.git'))))
      throw new CliError('is_checkout', { path: join(packs, nodeId) })
}

/** Runs what the user asked for. Returns the rest. */
async function runAsked(
  context: Context,
  packs: string,
  staged: readonly Staged[],
  options: Options,
): Promise<Installer[]> {
  const left: Installer[] = []
  const python = textIn(options, 'python')
  for (const { nodeId } of staged)
    for (const installer of await installersOf(nodeId, join(packs, nodeId))) {
      const isAsked =
        python !== undefined &&
        (installer.file === 'requirements.txt' || Boolean(options['runInstallScripts']))
      if (isAsked) await runInstaller(context, installer, python)
      else left.push(installer)
    }
  return left
}

function report(
  context: Context,
  archives: readonly PublishedArchive[],
  left: readonly Installer[],
  options: Options,
): void {
  const { text, stdout } = context
  const commands = left.map((installer) =>
    commandOf(installer, textIn(options, 'python') ?? 'python').join(' '),
  )
  if (options['json']) {
    const installed = archives.map(({ nodeId, version, digest }) => ({
      node_id: nodeId,
      version,
      sha256: digest,
    }))
    printJson(context, { installed, left: commands })
    return
  }
  for (const { nodeId: node, version } of archives) stdout.write(`${text('installed', { node, version })}\n`)
  if (commands.length > 0)
    stdout.write(`${text('left_to_run')}\n${commands.map((line) => `  ${line}\n`).join('')}`)
}
