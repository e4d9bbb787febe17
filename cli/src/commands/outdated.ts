import { basename, resolve } from 'node:path'
import type { InstalledPack } from '@nodeyard/analysis/installations'
import { installLine } from '@nodeyard/contract/discovery'
import { defined } from '@nodeyard/contract/ground'
import { affectedBy, readAdvisories } from '@nodeyard/planning/affected'
import {
  type CheckoutUpdate,
  findUpdates,
  type PackUpdates,
  type Unjudged,
  type Update,
  unjudgedReasons,
} from '@nodeyard/planning/updates'
import { type Context, exitCodes, type Options, printJson } from '../ground/context.ts'
import { plain, quotedFor } from '../ground/output.ts'
import { type Danger, dangerLines, findDangers } from '../install/audit.ts'
import { commitDate } from '../install/checkout.ts'
import { isFolder, packsFolder } from '../install/folder.ts'
import { listInstalled } from '../install/installed.ts'
import { readArguments } from '../plan/inputs.ts'
import { machineOf } from '../plan/machine.ts'
import { cancellable } from '../registry/registry.ts'
import { openRegistry } from '../registry/settings.ts'
import { readKillListAloud } from '../registry/trust.ts'

/**
 * Compares installed packs, or those of a lock, with newer versions, and with known dangers as `audit` does. Exit code 1: some are
 * outdated or dangerous.
 */
export async function runOutdated(context: Context, args: string[], options: Options): Promise<number> {
  const { nodeyard, text, stdout, signal } = context
  const opened = await openRegistry(context, options)
  const registry = cancellable(opened, signal)
  const { installations, graphs, wanted } = await readArguments(context, registry, args, options)
  const { machine } = await machineOf(context, wanted, options)
  const named: InstalledPack[] = wanted.packs.map(({ node_id: id, version }) => ({
    ...defined({ id: id || undefined, version: version || undefined }),
  }))
  const packs = installations.length > 0 ? installations.flatMap((one) => one.packs) : named
  const folders = await foldersIn(context, args, options)
  const installed = (await Promise.all(folders.map(listInstalled))).flat()
  const killList = await readKillListAloud(context, opened)
  const advisories = await readAdvisories(registry)
  const warnings = { killed: killList.entries, advisories }
  const dangers =
    folders.length > 0
      ? await findDangers(installed, { killList, advisories })
      : packs.flatMap((pack) => toDangers(affectedBy(pack, warnings)))
  const input = {
    packs,
    graphs,
    isAffected: (id: string, version: string) => affectedBy({ id, version }, warnings).length > 0,
    dateOf: async ({
      folder = '',
      commit = '',
    }: (typeof packs)[number] & { folder?: string; commit?: string }) => {
      const place = installed.find((one) => basename(one.folder) === folder)
      return place && commitDate(context, place.folder, commit)
    },
  }
  const found = await findUpdates(registry, input, machine)
  const outdated = found.packs.filter(({ updates }) => updates.length > 0)
  const count = outdated.length + found.checkouts.length
  if (options['json']) printJson(context, { ...found, dangers })
  else {
    for (const line of [
      ...dangerLines(dangers, context),
      ...outdated.flatMap((one) => packLines(one, dangers, context)),
      ...found.checkouts.map((one) => checkoutLine(one, context)),
      ...unjudgedLines(found.unjudged, context),
    ])
      stdout.write(`${line}\n`)
    const all = found.packs.length + found.checkouts.length + found.currentCheckouts + found.unjudged.length
    stdout.write(`${text('outdated_count', { count, all })}\n`)
    const safe = outdated.filter(({ best, installed }) => best !== installed)
    const exact = safe.map(({ nodeId, best }) => quotedFor(process.platform, `${nodeId}@${best}`))
    const command = installLine(nodeyard, exact)
    const into: { into?: string } = {}
    for (const one of args)
      if (await isFolder(resolve(context.folder, one)))
        into.into = ` --into ${quotedFor(process.platform, one)}`
    if (safe.length > 0) stdout.write(`${text('update_with', { command, ...into })}\n`)
  }
  return count + dangers.length > 0 ? exitCodes.failed : exitCodes.done
}

const toDangers = (found: ReturnType<typeof affectedBy>): Danger[] =>
  found.map(({ name, version = '', isRefused: isKilled, ...one }) => ({
    ...one,
    folder: name,
    nodeId: name,
    version,
    isKilled,
  }))

/** The folders of packs among the arguments. Without arguments, the one of all installed packs. */
async function foldersIn(context: Context, args: readonly string[], options: Options): Promise<string[]> {
  if (args.length === 0) return [await packsFolder(context, options)]
  const paths = args.map((arg) => resolve(context.folder, arg))
  return (await Promise.all(paths.map(async (path) => ((await isFolder(path)) ? path : [])))).flat()
}

function checkoutLine({ nodeId, folder, installed, newest, date }: CheckoutUpdate, context: Context): string {
  const commits = `${installed.slice(0, 10)} → ${newest.slice(0, 10)}`
  const advice = context.text('outdated_commit', { date: date.slice(0, 10) })
  return `${context.paint('bold', plain(nodeId))}  ${commits}  ${advice}${inFolder({ nodeId, folder })}`
}

const inFolder = ({ nodeId, folder = nodeId }: { nodeId: string; folder?: string }) =>
  folder === nodeId ? '' : plain(`  (${folder})`)

/** Names the packs that could not be compared, by reason. */
function unjudgedLines(unjudged: readonly Unjudged[], { text }: Context): string[] {
  return unjudgedReasons.flatMap((reason) => {
    const names = unjudged.filter((one) => one.reason === reason).map(({ name }) => plain(name))
    return names.length === 0 ? [] : [text(`unjudged_${reason}`, { names: names.join(', ') })]
  })
}

const maxChanges = 10

function packLines(pack: PackUpdates, dangers: readonly Danger[], context: Context): string[] {
  const { text, paint } = context
  const { nodeId, installed, updates, best } = pack
  const newest = updates[0]?.version ?? installed
  // The advisory says what to do.
  const isDangerous = dangers.some((one) => one.nodeId === nodeId && one.version === installed)
  const stay = isDangerous ? '' : text('update_stay')
  const advice = best === installed ? stay : text('update_best', { version: best })
  const line = `${paint('bold', plain(nodeId))}  ${plain(`${installed} → ${newest}`)}  ${advice}${inFolder(pack)}`
  return [line.trimEnd(), ...updates.flatMap((update) => updateLines(update, context))]
}

function updateLines(update: Update, { text, paint }: Context): string[] {
  const { version, effect, breakages, breaking, newRequirements, newCapabilities } = update
  const effects =
    effect === 'breaks'
      ? breakages.map(({ id, change }) => ({ ...change, place: `#${id}` }))
      : breaking.map((change) => ({ ...change, place: '' }))
  return [
    effect === 'fits'
      ? `  ${version}  ${text('update_fits')}`
      : `  ${paint('yellow', `${version}  ${text(`update_${effect}`, { count: effects.length })}`)}`,
    ...effects
      .slice(0, maxChanges)
      .map(({ kind, comfy_node_name: node, part = '', place }) =>
        plain(`    ${node}${place} ${part} ${kind.replaceAll('_', ' ')}`.replace('  ', ' ')).trimEnd(),
      )
      .map((line) => `    ${line.trimStart()}`),
    ...(effects.length > maxChanges
      ? [`    ${text('and_more', { count: effects.length - maxChanges })}`]
      : []),
    ...newRequirements.map((line) => `    ${text('update_requirement', { line: plain(line) })}`),
    ...newCapabilities.map(
      ({ kind, subject }) =>
        `    ${text('update_capability', { capability: plain(`${kind} ${subject}`).trim() })}`,
    ),
  ]
}
