import { resolve } from 'node:path'
import { defined } from '@nodeyard/contract/ground'
import { installLine } from '@nodeyard/planning/commands'
import { findUpdates, type PackUpdates, type Update } from '@nodeyard/planning/updates'
import { type Context, exitCodes, type Options, printJson } from '../ground/context.ts'
import { plain, quotedFor } from '../ground/output.ts'
import { isFolder } from '../install/folder.ts'
import { readArguments } from '../plan/inputs.ts'
import { machineOf } from '../plan/machine.ts'
import { cancellable } from '../registry/registry.ts'
import { openRegistry } from '../registry/settings.ts'

/** Compares installed packs, or those of a lock, with newer versions. Exit code 1: some are outdated. */
export async function runOutdated(context: Context, args: string[], options: Options): Promise<number> {
  const { nodeyard, text, stdout, signal } = context
  const registry = cancellable(await openRegistry(context, options), signal)
  const { installations, graphs, wanted } = await readArguments(context, registry, args, options)
  const { machine } = await machineOf(context, wanted, options)
  const named = wanted.packs.map(({ node_id: id, version }) => ({
    ...defined({ id: id || undefined, version: version || undefined }),
  }))
  const packs = installations.length > 0 ? installations.flatMap((one) => one.packs) : named
  const found = await findUpdates(registry, { packs, graphs }, machine)
  const outdated = found.filter(({ updates }) => updates.length > 0)
  if (options['json']) printJson(context, { packs: found })
  else {
    for (const one of outdated) stdout.write(`${packLines(one, context).join('\n')}\n`)
    stdout.write(`${text('outdated_count', { count: outdated.length, all: found.length })}\n`)
    const safe = outdated.filter(({ best, installed }) => best !== installed)
    const exact = safe.map(({ nodeId, best }) => `${nodeId}@${best}`)
    const command = installLine(nodeyard, exact)
    const into: { into?: string } = {}
    for (const one of args)
      if (await isFolder(resolve(context.folder, one)))
        into.into = ` --into ${quotedFor(process.platform, one)}`
    if (safe.length > 0) stdout.write(`${text('update_with', { command, ...into })}\n`)
  }
  return outdated.length > 0 ? exitCodes.failed : exitCodes.done
}

const maxChanges = 10

function packLines({ nodeId, installed, updates, best }: PackUpdates, context: Context): string[] {
  const { text, paint } = context
  const newest = updates[0]?.version ?? installed
  const advice = best === installed ? text('update_stay') : text('update_best', { version: best })
  return [
    `${paint('bold', plain(nodeId))}  ${plain(`${installed} → ${newest}`)}  ${advice}`,
    ...updates.flatMap((update) => updateLines(update, context)),
  ]
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
