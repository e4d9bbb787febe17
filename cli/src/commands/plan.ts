import { writeFile } from 'node:fs/promises'
import { resolve } from 'node:path'
import { parseJson } from '@nodeyard/analysis/ground'
import { LockRefusal } from '@nodeyard/analysis/installations'
import { isLock, isPinned, type Lock, lockFileName, readLock } from '@nodeyard/analysis/lock'
import { type InstallationPlan, type LockedModel, planInstallation } from '@nodeyard/contract/discovery'
import { lockCommand, type Terminal } from '@nodeyard/planning/commands'
import { checkHere, foldersToCheck } from '@nodeyard/planning/local-check'
import { findModels, toLocked, withoutFolder } from '@nodeyard/planning/models'
import type { UnlistedRepository } from '@nodeyard/planning/unlisted-repositories'
import { idsOf } from '@nodeyard/planning/wanted'
import { type Context, exitCodes, type Options, printJson, textIn } from '../ground/context.ts'
import { CliError, rethrowWriteError } from '../ground/errors.ts'
import { plain } from '../ground/output.ts'
import { unlistedLines } from '../ground/unlisted-lines.ts'
import { terminalOf } from '../install/run-installers.ts'
import { shownPython } from '../install/tool-python.ts'
import { readArguments } from '../plan/inputs.ts'
import { type Machine, machineOf, planBody } from '../plan/machine.ts'
import { textOfPlan } from '../plan/plan-text.ts'
import { readPackageIndex } from '../registry/package-index.ts'
import { cancellable } from '../registry/registry.ts'
import { openRegistry } from '../registry/settings.ts'

interface Planned {
  plan: InstallationPlan
  machine: Machine
  models: readonly LockedModel[]
  terminal: Terminal
  /** Names of nodes without a pack. */
  unknown: readonly string[]
  /** Repositories that workflows record for such nodes. */
  unlisted: readonly UnlistedRepository[]
  /** What files ask for, and the lock cannot have. */
  lost: readonly string[]
  /** Packs of a snapshot that it does not load. */
  disabled: readonly string[]
}

/** Shows versions that work together on this machine. Exit code 1: something cannot work or is missing. */
export async function runPlan(context: Context, args: string[], options: Options): Promise<number> {
  const planned = await plan(context, args, options)
  if (options['json']) printJson(context, planned.plan)
  else context.stdout.write(textOf(context, planned))
  return isWhole(planned) ? exitCodes.done : exitCodes.failed
}

/** Writes a plan to a lock file. */
export async function runLock(context: Context, args: string[], options: Options): Promise<number> {
  const { text, stdout, stderr, folder } = context
  const planned = await plan(context, args, options)
  const { lock, check, packs } = planned.plan
  const written = readWritten(lock)
  if (check.verdict === 'conflict' && !options['force']) {
    stderr.write(textOf(context, planned))
    throw new CliError('lock_conflict')
  }
  const path = resolve(folder, textIn(options, 'output') ?? lockFileName)
  await writeFile(path, lock).catch((error) => rethrowWriteError(error, path))
  if (options['json']) printJson(context, planned.plan)
  else {
    stdout.write(textOf(context, planned))
    const counts = { packs: packs.length, python: written.python.length, models: planned.models.length }
    const command = lockCommand(context.nodeyard, path, written)
    const names = written.packs.flatMap((pack) => (isPinned(pack) ? [] : pack.folder)).join(', ')
    const next = command ? text('lock_install', { command }) : text('lock_unpinned', { names })
    stdout.write(`\n${text('lock_written', { path, ...counts })}\n${next}\n`)
  }
  return isWhole(planned) ? exitCodes.done : exitCodes.failed
}

async function plan(context: Context, args: string[], options: Options): Promise<Planned> {
  const opened = await openRegistry(context, options)
  const registry = cancellable(opened, context.signal)
  const { wanted, graphs, installations } = await readArguments(context, registry, args, options)
  const found = await findModels(registry, graphs, idsOf(wanted))
  const models = [...wanted.models, ...toLocked(found.models)]
  const lost = [...(wanted.lost ?? []), ...withoutFolder(found.models)]
  const machine = await machineOf(context, wanted, options)
  const body = await planBody(context, { ...wanted, models, lost }, machine, options)
  if (wanted.packs.length === 0 && wanted.unknown.length === 0) throw new CliError('nothing_to_plan')
  const packs = installations.flatMap((one) => one.packs)
  const isLocal = foldersToCheck(packs).length > 0
  const made = await registry.call(planInstallation, {
    body: { ...body, ...(isLocal ? { with_requirements: true } : {}) },
  })
  const checked = isLocal
    ? await checkHere(made, {
        packs,
        body,
        index: await readPackageIndex(context, opened),
        now: context.now(),
      })
    : made
  const { unknown, unlisted = [], disabled = [] } = wanted
  const terminal = terminalOf(await shownPython(context, args, options))
  return { plan: checked, machine, models, terminal, unknown, unlisted, lost, disabled }
}

function textOf(context: Context, planned: Planned): string {
  const { text } = context
  const [unknown, lost, disabled] = [planned.unknown, planned.lost, planned.disabled].map((names) =>
    names.map(plain).join(', '),
  ) as [string, string, string]
  return [
    textOfPlan(planned, context),
    ...(unknown === '' ? [] : [text('nodes_unknown', { names: unknown }), '']),
    ...unlistedLines(planned.unlisted, context).flatMap((line, at) => (at % 2 === 0 ? [line] : [line, ''])),
    ...(lost === '' ? [] : [text('plan_lost', { names: lost }), '']),
    ...(disabled === '' ? [] : [text('plan_disabled', { names: disabled }), '']),
  ].join('\n')
}

const isWhole = ({ plan: { packs, check, left_out }, unknown, lost }: Planned): boolean =>
  check.verdict !== 'conflict' &&
  unknown.length + lost.length === 0 &&
  packs.every(({ version, commit }) => version !== undefined || commit !== undefined) &&
  left_out.every(({ reason }) => reason === 'twice')

/** A file that cannot be read again must not be written. */
function readWritten(text: string): Lock {
  const value = parseJson(text)
  try {
    if (!isLock(value)) throw new LockRefusal('unknown_format')
    return readLock(value)
  } catch (error) {
    throw error instanceof LockRefusal ? new CliError('lock_unreadable', { place: error.place }) : error
  }
}
