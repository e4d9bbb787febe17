import { join } from 'node:path'
import { normalName } from '@nodeyard/analysis/requirements'
import { ProgramFailed, ProgramMissing, run } from '@nodeyard/outside/program'
import { type PipRun, pythonRuns, type Terminal } from '@nodeyard/planning/commands'
import type { Context } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { quotedFor } from '../ground/output.ts'
import { filesBelow } from './folder.ts'
import { readPython } from './read-python.ts'
import { pythonStart } from './tool-python.ts'

/** The programs that a pack wants to be run after its files are in place. */
export interface Installer {
  /** The pack's folder below the one of all packs. */
  name: string
  folder: string
  file: 'requirements.txt' | 'install.py'
}

export async function installersOf(name: string, folder: string): Promise<Installer[]> {
  const files = new Set(await filesBelow(folder))
  return (['requirements.txt', 'install.py'] as const)
    .filter((file) => files.has(file))
    .map((file) => ({ name, folder, file }))
}

/** The Python that commands for people begin with, in the usual shell of this system. */
export const terminalOf = (python: string): Terminal => {
  const quote = (word: string) => quotedFor(process.platform, word)
  return { python: pythonStart(python).map(quote).join(' '), quote }
}

/** The command that runs the program of a pack, for people. */
export const scriptLine = (python: string, { folder, file }: Installer): string => {
  const { python: start, quote } = terminalOf(python)
  return `${start} ${quote(join(folder, file))}`
}

/** The run of pip that installs the requirements of all these packs. */
export const requirementsRun = (lists: readonly Installer[]): PipRun => [
  'install',
  ...lists.flatMap(({ folder, file }) => ['-r', join(folder, file)]),
]

/** Lists the packages of an interpreter, as `pip freeze` does. Undefined without one that works. */
export async function freezeOf(
  context: Pick<Context, 'env' | 'signal'>,
  program: string,
): Promise<string | undefined> {
  try {
    return (await readPython(context, program)).freeze
  } catch (error) {
    if (error instanceof ProgramFailed || error instanceof ProgramMissing) return undefined
    throw error
  }
}

/** Installs the packages that an interpreter had, at their versions, and removes those that came since. */
export async function restorePackages(
  context: Context,
  program: string,
  { freeze, folder }: { freeze: string; folder: string },
): Promise<void> {
  const now = await freezeOf(context, program)
  if (now === undefined) throw new CliError('pip_missing', { program })
  const [before, after] = [packagesIn(freeze), packagesIn(now)]
  const pip = [...pythonStart(program), '-m', 'pip'] as const
  const added = [...after.keys()].filter((name) => !before.has(name))
  const changed = [...before].flatMap(([name, line]) => (after.get(name) === line ? [] : line))
  for (const words of [
    ...(added.length > 0 ? [['uninstall', '--yes', ...added]] : []),
    ...(changed.length > 0 ? [['install', '--no-deps', ...changed]] : []),
  ])
    if (!(await hasRun(context, [...pip, ...words], folder))) throw new CliError('pins_failed')
}

/** The lines of `pip freeze` that pip can install again, by the name of the package. */
export function packagesIn(freeze: string): Map<string, string> {
  const lines = freeze.split(/\r?\n/).flatMap((line) => {
    const [, name] = /^([A-Za-z\d][\w.-]{0,200})(?:==| @ )/.exec(line) ?? []
    return name === undefined ? [] : [[normalName(name), line] as const]
  })
  return new Map(lines)
}

/** Runs the program of a pack. Throws if it fails. */
export async function runScript(
  context: Context,
  { name, folder, file }: Installer,
  python: string,
): Promise<void> {
  if (!(await hasRun(context, [...pythonStart(python), join(folder, file)], folder)))
    throw new CliError('installer_failed', { node: name, file })
}

/** Runs pip as the commands for people do, with the constraints in a file of this path. Returns whether it did its work. */
export async function hasRunPip(
  context: Context,
  run: PipRun,
  { python, folder, constraints }: { python: string; folder: string; constraints: string },
): Promise<boolean> {
  for (const args of pythonRuns([run], { constraints }))
    if (!(await hasRun(context, [...pythonStart(python), ...args], folder))) return false
  return true
}

/** Runs a program with its output on standard error. Returns whether it did its work. */
async function hasRun(
  { stderr, text, env, signal }: Pick<Context, 'stderr' | 'text' | 'env' | 'signal'>,
  command: [string, ...string[]],
  folder: string,
): Promise<boolean> {
  stderr.write(`${text('running', { command: command.join(' ') })}\n`)
  const onError = (piece: string) => stderr.write(piece)
  try {
    for await (const piece of run('installer', command, { env, signal, cwd: folder, onError }))
      stderr.write(piece.toString())
    return true
  } catch (error) {
    if (!(error instanceof ProgramFailed || error instanceof ProgramMissing)) throw error
    stderr.write(`${error.message}\n`)
    return false
  }
}
