import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { PythonPin } from '@nodeyard/analysis/lock/installation'
import type { Context } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { filesBelow } from './folder.ts'

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
    ? [python, '-m', 'pip', 'install', '-r', join(folder, file)]
    : [python, join(folder, file)]
}

/** Runs one of them. Throws if it fails. */
export async function runInstaller(context: Context, installer: Installer, python: string): Promise<void> {
  const code = await runCommand(context, commandOf(installer, python), installer.folder)
  if (code !== 0) throw new CliError('installer_failed', { node: installer.name, file: installer.file })
}

/** The command for exact versions of Python packages, as a lock states them. */
export const pinsCommand = (python: string, pins: readonly PythonPin[]): [string, ...string[]] => [
  ...([python, '-m', 'pip', 'install'] as const),
  ...pins.map(({ name, version }) => `${name}==${version}`),
]

/** Installs the Python packages of a lock. Throws if that fails. */
export async function runPins(
  context: Context,
  command: [string, ...string[]],
  folder: string,
): Promise<void> {
  if ((await runCommand(context, command, folder)) !== 0) throw new CliError('pins_failed')
}

/** Runs a program with its output on standard error. Returns its exit code. */
async function runCommand(
  context: Context,
  [command, ...args]: [string, ...string[]],
  folder: string,
): Promise<unknown> {
  context.stderr.write(`${context.text('running', { command: [command, ...args].join(' ') })}\n`)
  const child = spawn(command, args, {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: context.signal,
    env: { ...context.env },
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => context.stderr.write(piece.toString()))
  const [code] = await once(child, 'close').catch(() => [1])
  return code
}
