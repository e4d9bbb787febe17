import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Context } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { filesBelow } from './folder.ts'

/** The programs that a pack wants to be run after its files are in place. */
export interface Installer {
  nodeId: string
  folder: string
  file: 'requirements.txt' | 'install.py'
}

export async function installersOf(nodeId: string, folder: string): Promise<Installer[]> {
  const files = new Set(await filesBelow(folder))
  return (['requirements.txt', 'install.py'] as const)
    .filter((file) => files.has(file))
    .map((file) => ({ nodeId, folder, file }))
}

export function commandOf({ folder, file }: Installer, python: string): [string, ...string[]] {
  return file === 'requirements.txt'
    ? [python, '-m', 'pip', 'install', '-r', join(folder, file)]
    : [python, join(folder, file)]
}

/** Runs one of them, with its output on standard error. Throws if it fails. */
export async function runInstaller(context: Context, installer: Installer, python: string): Promise<void> {
  const [command, ...args] = commandOf(installer, python)
  context.stderr.write(`${context.text('running', { command: [command, ...args].join(' ') })}\n`)
  const child = spawn(command, args, {
    cwd: installer.folder,
    stdio: ['ignore', 'pipe', 'pipe'],
    signal: context.signal,
    env: { ...context.env },
  })
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (piece: Buffer) => context.stderr.write(piece.toString()))
  const [code] = await once(child, 'close').catch(() => [1])
  if (code !== 0) throw new CliError('installer_failed', { node: installer.nodeId, file: installer.file })
}
