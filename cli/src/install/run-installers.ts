import { join } from 'node:path'
import type { PythonPin } from '@nodeyard/analysis/installations'
import { ProgramFailed, ProgramMissing, run } from '@nodeyard/outside/program'
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
