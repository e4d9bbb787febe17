import { join } from 'node:path'
import type { PythonPin } from '@nodeyard/analysis/installations'
import { normalName } from '@nodeyard/analysis/requirements'
import { ProgramFailed, ProgramMissing, run, textOf } from '@nodeyard/outside/program'
import type { Context } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { filesBelow } from './folder.ts'
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

export function commandOf({ folder, file }: Installer, python: string): [string, ...string[]] {
  return file === 'requirements.txt'
    ? [...pythonStart(python), '-m', 'pip', 'install', '-r', join(folder, file)]
    : [...pythonStart(python), join(folder, file)]
}

/** Lists the packages of an interpreter, as pip does. Undefined without pip. */
export async function freezeOf(
  { env, signal }: Pick<Context, 'env' | 'signal'>,
  program: string,
): Promise<string | undefined> {
  const command = ['-m', 'pip', '--disable-pip-version-check', 'freeze']
  try {
    return await textOf(run('python', [...pythonStart(program), ...command], { env, signal }))
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
  if (added.length > 0) await runPins(context, [...pip, 'uninstall', '--yes', ...added], folder)
  if (changed.length > 0) await runPins(context, [...pip, 'install', '--no-deps', ...changed], folder)
}

/** The lines of `pip freeze` that pip can install again, by the name of the package. */
export function packagesIn(freeze: string): Map<string, string> {
  const lines = freeze.split(/\r?\n/).flatMap((line) => {
    const [, name] = /^([A-Za-z\d][\w.-]{0,200})(?:==| @ )/.exec(line) ?? []
    return name === undefined ? [] : [[normalName(name), line] as const]
  })
  return new Map(lines)
}

/** Runs one of them. Throws if it fails. */
export async function runInstaller(context: Context, installer: Installer, python: string): Promise<void> {
  if (!(await hasRun(context, commandOf(installer, python), installer.folder)))
    throw new CliError('installer_failed', { node: installer.name, file: installer.file })
}

/** The command for exact versions of Python packages, as a lock states them. */
export const pinsCommand = (python: string, pins: readonly PythonPin[]): [string, ...string[]] => [
  ...pythonStart(python),
  ...['-m', 'pip', 'install'],
  ...pins.map(({ name, version }) => `${name}==${version}`),
]

/** Installs the Python packages of a lock. Throws if that fails. */
export async function runPins(
  context: Context,
  command: [string, ...string[]],
  folder: string,
): Promise<void> {
  if (!(await hasRun(context, command, folder))) throw new CliError('pins_failed')
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
