import { lstat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Lock, LockedPack } from '@nodeyard/analysis/lock'
import { defined } from '@nodeyard/contract/ground'
import { pinRun, pipLines } from '@nodeyard/planning/commands'
import { type Context, exitCodes, type Options, printJson, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { nameIn } from '../ground/names.ts'
import { plain, quotedFor } from '../ground/output.ts'
import { sizeText } from '../ground/texts.ts'
import { changing, orTakenBack } from '../install/changing.ts'
import { isAt, stageCheckout } from '../install/checkout.ts'
import { existingName } from '../install/find-installed.ts'
import { isFolder, packsFolder, type Staged } from '../install/folder.ts'
import { type History, isInterrupted, readHistory } from '../install/history.ts'
import { isInPlace, stepsOfInstall } from '../install/replace.ts'
import {
  freezeOf,
  hasRunPip,
  installersOf,
  requirementsRun,
  runScript,
  scriptLine,
  terminalOf,
} from '../install/run-installers.ts'
import { stage, type Wanted } from '../install/stage.ts'
import { stateLock } from '../install/state-lock.ts'
import { toolPython } from '../install/tool-python.ts'
import { assertNotKilled, findItem, type Item, itemsOf, readLockFile } from '../install/wanted.ts'
import { progressOn } from '../publish/publish-output.ts'
import { tokenFor } from '../registry/credentials.ts'
import type { HeldAccess } from '../registry/download.ts'
import { type Registry, registryAt } from '../registry/registry.ts'
import { registryUrl } from '../registry/settings.ts'
import { readKillListAloud } from '../registry/trust.ts'

/** Installs packs into a folder, all or none. Runs nothing of them unless asked. */
export async function runInstall(context: Context, names: string[], options: Options): Promise<number> {
  const packs = await packsFolder(context, options)
  // Before the registry is asked, which may refuse.
  if (!options['dryRun'] && (await readHistory(packs)).some(isInterrupted))
    await changing(context, packs, async () => {})
  const found = await itemsFor(context, names, options)
  await markKept(packs, found.items, options)
  if (options['dryRun']) {
    await reportPlanned(context, packs, found.items, options)
    return exitCodes.done
  }
  // Where nothing changes, the folder can be one that cannot be written.
  const isRight = textIn(options, 'python') === undefined && found.items.every(({ isKept }) => isKept)
  const left = isRight
    ? await runAsked(context, { packs, ...found }, options)
    : await changing(context, packs, (history) => change(context, { packs, history, found }, options))
  report(context, { ...found, left }, options)
  return exitCodes.done
}

interface Changing {
  packs: string
  history: History
  found: Found
}

/** Puts packs in place. Returns the commands that are left. */
async function change(
  context: Context,
  { packs, history, found }: Changing,
  options: Options,
): Promise<string[]> {
  const { items, access, registry } = found
  await markKept(packs, items, options)
  const python = textIn(options, 'python')
  const freeze = python === undefined ? undefined : await freezeOf(context, python)
  const state = { entries: history.entries, registry, created: context.now() }
  const entry = await history.begin('install', state.created)
  return orTakenBack(context, history, entry, async () => {
    if (freeze !== undefined) await entry.write({ freeze })
    await entry.writeLock('before.lock', await stateLock(packs, { ...state, freeze }))
    const into = entry.path('new')
    const missing = items.filter((one) => !one.isKept)
    const staged: Staged[] = []
    for (const one of await stageAll(context, { into, items: missing, access })) {
      const item = items.find(({ name }) => name === one.name)
      if (item && (await isInPlace(packs, one))) item.isKept = true
      else staged.push(one)
    }
    const steps = await stepsOfInstall(context, entry, staged, registryAt(registry))
    await entry.move('started', steps.moves, steps.packs)
    const left = await runAsked(context, { packs, ...found }, options, entry.path('constraints.txt'))
    const known = items.flatMap(lockedOf)
    const after = python === undefined ? undefined : await freezeOf(context, python)
    await entry.writeLock('after.lock', await stateLock(packs, { ...state, known, freeze: after }))
    if (staged.length === 0 && freeze === after) await entry.delete()
    else await entry.finish()
    return left
  })
}

interface Found {
  items: Item[]
  lock: Lock | undefined
  access: HeldAccess | undefined
  registry: string
}

/** Opens the registry, with a token if held versions are asked for. */
async function openFor(
  context: Context,
  options: Options,
  otherwise?: string,
): Promise<{ registry: Registry; access: HeldAccess | undefined }> {
  const url = await registryUrl(context, options, otherwise)
  if (!options['held']) return { registry: registryAt(url), access: undefined }
  const publisher = textIn(options, 'publisher')
  const token = await tokenFor(context, options, { registry: url, publisher })
  return { registry: registryAt(url, token), access: { origin: new URL(url).origin, token } }
}

/** Finds everything to install before anything changes. */
async function itemsFor(context: Context, names: string[], options: Options): Promise<Found> {
  const { signal } = context
  const isGitAllowed = Boolean(options['git'])
  const lockFile = textIn(options, 'lock')
  if (lockFile === undefined) {
    if (names.length === 0) throw new CliError('nothing_to_install')
    const wanted = wantedIn(names)
    const { registry, access } = await openFor(context, options)
    const items: Item[] = []
    for (const one of wanted) items.push(await findItem(registry, one, { signal, isGitAllowed }))
    assertNotKilled(items, await readKillListAloud(context, registry))
    return { items, lock: undefined, access, registry: registry.url }
  }
  if (names.length > 0) throw new CliError('names_beside_lock')
  const lock = await readLockFile(context.folder, lockFile)
  // A lock must not choose who gets the token.
  const { registry, access } = await openFor(context, options, options['held'] ? undefined : lock.registry)
  const killList = await readKillListAloud(context, registry)
  const items = itemsOf(lock, { killList, isGitAllowed, registryUrl: registry.url })
  return { items, lock, access, registry: registry.url }
}

/** Reads names such as `my-pack@1.0.0`. A pack has one folder, so it can have one version. */
function wantedIn(names: readonly string[]): Wanted[] {
  const byId = new Map<string, Wanted>()
  for (const wanted of names.map((name) => nameIn(name))) {
    const known = byId.get(wanted.nodeId.toLowerCase()) ?? wanted
    if (known.version !== wanted.version) throw new CliError('two_versions', { node: wanted.nodeId })
    byId.set(wanted.nodeId.toLowerCase(), known)
  }
  return [...byId.values()]
}

/**
 * Marks checkouts that are at their commit already. Throws for other ones: they are work of the user, and their history would be
 * lost. A link leads to files that are not in this folder.
 */
async function markKept(packs: string, items: readonly Item[], options: Options): Promise<void> {
  for (const item of items) {
    item.name = await existingName(packs, item.name)
    const path = join(packs, item.name)
    const found = await lstat(path).catch(() => undefined)
    if (found?.isSymbolicLink()) throw new CliError('is_link', { path })
    if (options['force'] || !(await isFolder(join(path, '.git')))) continue
    item.isKept = 'checkout' in item && (await isAt(path, item.checkout))
    if (!item.isKept) throw new CliError('is_checkout', { path })
  }
}

async function stageAll(
  context: Context,
  { into, items, access }: { into: string; items: readonly Item[]; access: HeldAccess | undefined },
): Promise<Staged[]> {
  const { text, signal } = context
  const progress = progressOn(context.stderr)
  const staged: Staged[] = []
  try {
    for (const item of items) {
      if ('archive' in item) {
        const { nodeId: node, version, digest } = item.archive
        progress.begin(text('downloading', { node, version }))
        staged.push(await stage(into, item, { signal, access }))
        progress.end(text('verified', { node, version, digest }))
      } else {
        const { name: node, repository, commit } = item.checkout
        progress.begin(text('cloning', { node, repository }))
        staged.push({ ...(await stageCheckout(context, into, item.checkout)), name: item.name })
        progress.end(text('cloned', { node, repository, commit }))
      }
    }
    return staged
  } finally {
    progress.clear()
  }
}

interface Ready {
  packs: string
  items: readonly Item[]
  lock: Lock | undefined
}

/**
 * Runs what the user asked for, with constraints in a file of this path. Returns the commands that are left. The versions of a lock
 * replace the lists of the packs.
 */
async function runAsked(
  context: Context,
  { packs, items, lock }: Ready,
  options: Options,
  constraints = '',
): Promise<string[]> {
  const python = textIn(options, 'python')
  const shown = python ?? (await toolPython(packs))
  const installers = (
    await Promise.all(items.map(({ name }) => installersOf(name, join(packs, name))))
  ).flat()
  const isPinned = lock !== undefined && lock.python.length > 0
  const lists = isPinned ? [] : installers.filter(({ file }) => file === 'requirements.txt')
  const run = isPinned ? pinRun(lock) : requirementsRun(lists)
  const scripts = installers.filter(({ file }) => file === 'install.py')
  const isScriptRun = python !== undefined && options['runInstallScripts'] === true
  if (python !== undefined && run.length > 1) {
    // Requirements can name files beside them.
    const folder = lists.length === 1 ? (lists[0]?.folder ?? packs) : packs
    if (!(await hasRunPip(context, run, { python, folder, constraints })))
      throw isPinned
        ? new CliError('pins_failed')
        : new CliError('installer_failed', {
            node: lists.map(({ name }) => name).join(', '),
            file: 'requirements.txt',
          })
  }
  if (isScriptRun) for (const script of scripts) await runScript(context, script, python)
  return [
    ...(python === undefined ? pipLines(terminalOf(shown), [run]) : []),
    ...(isScriptRun ? [] : scripts.map((script) => scriptLine(shown, script))),
  ]
}

const described = (item: Item) =>
  'archive' in item
    ? {
        folder: item.name,
        node_id: item.archive.nodeId,
        version: item.archive.version,
        sha256: item.archive.digest,
      }
    : { folder: item.name, repository: item.checkout.repository, commit: item.checkout.commit }

const lockedOf = (item: Item): LockedPack[] => {
  if (!('archive' in item)) return []
  const { nodeId: id, version, url, digest: sha256, sizeBytes: size } = item.archive
  return [{ folder: item.name, id, version, url: url.href, sha256, ...defined({ size }) }]
}

const namesOf = (item: Item) =>
  'archive' in item
    ? { node: item.archive.nodeId, version: item.archive.version }
    : { node: item.name, version: item.checkout.commit.slice(0, 10) }

function report(
  context: Context,
  { items, left, lock }: { items: readonly Item[]; left: string[]; lock: Lock | undefined },
  options: Options,
): void {
  const { text, stdout } = context
  if (options['json']) {
    printJson(context, { installed: items.map(described), left })
    return
  }
  for (const item of items) stdout.write(`${text(item.isKept ? 'already_at' : 'installed', namesOf(item))}\n`)
  if (left.length > 0) stdout.write(`${text('left_to_run')}\n${left.map((line) => `  ${line}\n`).join('')}`)
  if (lock && lock.models.length > 0)
    stdout.write(
      `${text('models_left', { count: lock.models.length, file: quotedFor(process.platform, textIn(options, 'lock') ?? '') })}\n`,
    )
  if (lock && lock.unknown.length > 0)
    stdout.write(`${text('lock_unknown', { names: plain(lock.unknown.join(', ')) })}\n`)
}

/** Says what would be installed, and changes nothing. */
async function reportPlanned(
  context: Context,
  packs: string,
  items: readonly Item[],
  options: Options,
): Promise<void> {
  const { text, stdout } = context
  const replaces = async ({ name, isKept }: Item) => !isKept && (await isFolder(join(packs, name)))
  const planned = await Promise.all(
    items.map(async (item) => ({ ...described(item), replaces: await replaces(item) })),
  )
  if (options['json']) {
    printJson(context, { would_install: planned })
    return
  }
  for (const [at, item] of items.entries()) {
    const key = item.isKept ? 'already_at' : planned[at]?.replaces ? 'would_replace' : 'would_install'
    const line = text(key, { ...namesOf(item), path: join(packs, item.name) })
    if ('archive' in item) {
      const { digest, sizeBytes, url } = item.archive
      const size = sizeBytes === undefined ? '' : ` (${sizeText(text, sizeBytes)})`
      stdout.write(`${line}${size}\n  ${plain(url.href)}\n  sha256 ${digest}\n`)
    } else stdout.write(`${line}\n  ${plain(item.checkout.repository)} ${item.checkout.commit}\n`)
  }
  stdout.write(`${text('dry_run')}\n`)
}
