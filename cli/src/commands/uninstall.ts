import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import { versionOf } from '@nodeyard/analysis/lock'
import { defined } from '@nodeyard/contract/ground'
import { disabledFolder } from '@nodeyard/planning/folders'
import { type Context, exitCodes, type Options, printJson } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { changing, orTakenBack } from '../install/changing.ts'
import { type Found, findInstalled } from '../install/find-installed.ts'
import { isFolder, packsFolder } from '../install/folder.ts'
import { type ChangedPack, type ChangeKind, type Entry, isThere, type Move } from '../install/history.ts'
import { packagesLeft } from '../install/left-packages.ts'
import { stateLock } from '../install/state-lock.ts'
import { trashLine } from '../install/trash.ts'
import { readProjectFile } from '../pack/project-file.ts'
import { registryUrl } from '../registry/settings.ts'

/** Moves packs to the history, so that `undo` can bring them back. */
export async function runUninstall(context: Context, names: string[], options: Options): Promise<number> {
  const packs = await packsFolder(context, options)
  let left: string[] | undefined
  const wanted: Wanted = {
    packs,
    names,
    kind: 'uninstall',
    find: (name) => findInstalled(packs, name),
    async before(targets) {
      left = await packagesLeft(
        packs,
        targets.map(({ path }) => path),
      )
    },
  }
  const found = await move(context, wanted, options, (entry, one) => ({
    move: [one.path, entry.within('before', one.path)],
    pack: { name: one.path, isReplaced: true },
  }))
  await report(context, { packs, kind: 'uninstalled', found, left }, options)
  return exitCodes.done
}

/** Keeps packs, but not where the tool loads them: where the in-app manager keeps those that it disabled. */
export async function runDisable(context: Context, names: string[], options: Options): Promise<number> {
  const packs = await packsFolder(context, options)
  const find = async (name: string) => {
    const found = await findInstalled(packs, name)
    return { ...found, to: found.isDisabled ? found.path : await disabledPath(packs, found.path) }
  }
  const found = await move(context, { packs, names, kind: 'disable', find }, options, renamed)
  await report(context, { packs, kind: 'disabled', found }, options)
  return exitCodes.done
}

/** Puts disabled packs back where the tool loads them. */
export async function runEnable(context: Context, names: string[], options: Options): Promise<number> {
  const packs = await packsFolder(context, options)
  const find = async (name: string) => {
    const isThereDisabled = ({ isDisabled }: Found) => isDisabled
    const found = await findInstalled(packs, name, isThereDisabled).catch((error: unknown) => {
      if (error instanceof CliError && error.key === 'pack_not_found') return findInstalled(packs, name)
      throw error
    })
    return { ...found, to: found.loaded }
  }
  const found = await move(context, { packs, names, kind: 'enable', find }, options, renamed)
  await report(context, { packs, kind: 'enabled', found }, options)
  return exitCodes.done
}

type Target = Found & { to?: string }
interface Moved {
  move: Move
  pack: ChangedPack
}
interface Wanted {
  packs: string
  names: readonly string[]
  kind: ChangeKind
  find(name: string): Promise<Target>
  before?(targets: readonly Target[]): Promise<void>
}

const renamed = (_: Entry, { path, to = path }: Target): Moved => ({
  move: [path, to],
  pack: { name: path, to },
})

/** Moves packs, all or none. Those that are right already stay. */
async function move(
  context: Context,
  { packs, names, kind, find, before }: Wanted,
  options: Options,
  toMove: (entry: Entry, target: Target) => Moved,
): Promise<Target[]> {
  const registry = await registryUrl(context, options)
  return changing(context, packs, async (history) => {
    const targets = new Map<string, Target>()
    for (const name of names) {
      const target = await find(name)
      targets.set(target.path, target)
    }
    const all = [...targets.values()]
    const wrong = all.filter(({ path, to }) => path !== to)
    for (const { to } of wrong)
      if (to !== undefined && (await isThere(join(packs, to))))
        throw new CliError('undo_taken', { path: join(packs, to) })
    if (wrong.length === 0) return all
    await before?.(all)
    const state = { entries: history.entries, registry, created: context.now() }
    const entry = await history.begin(kind, state.created)
    await orTakenBack(context, history, entry, async () => {
      await entry.writeLock('before.lock', await stateLock(packs, state))
      const hasFolder = await isThere(join(packs, disabledFolder))
      const moved = wrong.map((one) => toMove(entry, one))
      await entry.move(
        'started',
        moved.map((one) => one.move),
        moved.map(({ pack }) => ({ ...pack, ...(hasFolder ? {} : { isFirstDisabled: true }) })),
      )
      await entry.writeLock('after.lock', await stateLock(packs, state))
      await entry.finish()
    })
    return all
  })
}

/** The manager puts the version behind the name, and `nightly` for a checkout. A single file is not in its folder. */
async function disabledPath(packs: string, name: string): Promise<string> {
  const folder = join(packs, name)
  if (!(await stat(folder)).isDirectory()) return `${name}.disabled`
  const project = await readProjectFile(folder).catch(() => undefined)
  const isCheckout = await isFolder(join(folder, '.git'))
  // Authors write it, and it becomes a part of the name.
  const version = isCheckout ? 'nightly' : versionOf(project?.version)?.replaceAll('.', '_')
  return `${disabledFolder}/${version ? `${name}@${version}` : name}`
}

interface Reported {
  packs: string
  kind: 'uninstalled' | 'disabled' | 'enabled'
  found: readonly Target[]
  /** Python packages, if it was possible to look for them. */
  left?: readonly string[] | undefined
}

async function report(
  context: Context,
  { packs, kind, found, left }: Reported,
  options: Options,
): Promise<void> {
  const { text, stdout } = context
  if (options['json']) {
    const folders = found.map(({ path: folder, to }) => ({ folder, ...defined({ to }) }))
    printJson(context, { [kind]: folders, ...defined({ python_left: left }) })
    return
  }
  for (const { path, to } of found) {
    const key =
      kind !== 'uninstalled' && path === to ? (`already_${kind}` as const) : (`pack_${kind}` as const)
    stdout.write(`${text(key, { node: kind === 'enabled' && to !== undefined ? to : path })}\n`)
  }
  if (kind !== 'uninstalled') return
  if (!left) stdout.write(`${text('packages_unchecked', { path: packs })}\n`)
  else if (left.length > 0) stdout.write(`${text('packages_left', { names: left.join(', ') })}\n`)
  stdout.write(await trashLine(context, packs))
}
