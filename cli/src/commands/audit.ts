import { basename } from 'node:path'
import { readAdvisories } from '@nodeyard/planning/affected'
import { sharedNames } from '@nodeyard/planning/shared-names'
import { type Context, exitCodes, type Options, printJson } from '../ground/context.ts'
import { plain } from '../ground/output.ts'
import { dangerLines, findDangers } from '../install/audit.ts'
import { packsFolder } from '../install/folder.ts'
import { listInstalled } from '../install/installed.ts'
import { findSharedNodes } from '../install/shared-nodes.ts'
import { cancellable } from '../registry/registry.ts'
import { openRegistry } from '../registry/settings.ts'
import { readKillListAloud } from '../registry/trust.ts'

/**
 * Looks for known dangers among installed packs, and for packs that replace nodes of each other. Nothing about them leaves the
 * machine. Exit code 1: some dangers were found.
 */
export async function runAudit(context: Context, [folder]: string[], options: Options): Promise<number> {
  const { text, stdout, paint, signal } = context
  const packs = await packsFolder(context, folder === undefined ? options : { ...options, into: folder })
  const registry = await openRegistry(context, options)
  const killList = await readKillListAloud(context, registry)
  const advisories = await readAdvisories(cancellable(registry, signal))
  const installed = await listInstalled(packs)
  const dangers = await findDangers(installed, { killList, advisories })
  const { shared, unread } = await findSharedNodes(installed)
  if (options['json']) printJson(context, { packs: installed, dangers, shared })
  else {
    for (const line of dangerLines(dangers, context)) stdout.write(`${line}\n`)
    for (const { folder: place, other, comfy_nodes: names } of shared) {
      const given = { comfy_nodes: names.map(plain), comfy_node_count: names.length }
      const words = text('warning_same', { other: plain(other), names: sharedNames(given) })
      stdout.write(`${paint('yellow', plain(place))}: ${words}\n`)
    }
    if (unread.length > 0)
      stdout.write(`${text('audit_unread', { folders: unread.map(plain).join(', ') })}\n`)
    const unnamed = installed.filter(({ nodeId, version }) => !nodeId || !version)
    if (unnamed.length > 0) {
      const folders = unnamed.map(({ folder: place }) => plain(basename(place))).join(', ')
      stdout.write(`${text('audit_unnamed', { folders })}\n`)
    }
    const compared = { advisories: advisories.length, killed: killList.entries.length }
    stdout.write(
      `${text(compared.advisories + compared.killed > 0 ? 'audited' : 'audit_unchecked', {
        packs: installed.length,
        found: dangers.length,
        ...compared,
      })}\n`,
    )
  }
  return dangers.length > 0 ? exitCodes.failed : exitCodes.done
}
