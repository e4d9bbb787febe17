import { open, stat } from 'node:fs/promises'
import { basename, resolve } from 'node:path'
import { text as textOf } from 'node:stream/consumers'
import { type Installation, LockRefusal } from '@nodeyard/analysis/installations'
import { WorkflowRefusal } from '@nodeyard/analysis/workflow'
import { defined, type Registry } from '@nodeyard/contract/ground'
import { copiesIn } from '@nodeyard/planning/folders'
import { type ReadInput, readInput } from '@nodeyard/planning/read-input'
import type { Given } from '@nodeyard/planning/resolve'
import { fromInstallation, nothingWanted, together, type Wanted } from '@nodeyard/planning/wanted'
import { type Context, type Options, textIn } from '../ground/context.ts'
import { CliError, codeOf, rethrowFileError } from '../ground/errors.ts'
import { nameIn } from '../ground/names.ts'
import { plain } from '../ground/output.ts'
import { packsFolder } from '../install/folder.ts'
import { installationIn } from '../install/installed.ts'

/** What the arguments of a command name. */
export interface Inputs {
  /** Files, addresses and the text of standard input. */
  given: Given[]
  /** Folders of installed packs. */
  installations: Installation[]
  /** The other arguments: names. */
  names: string[]
}

/** Sorts arguments into files, folders, addresses and names. */
export async function inputsIn(context: Pick<Context, 'folder'>, args: readonly string[]): Promise<Inputs> {
  const inputs: Inputs = { given: [], installations: [], names: [] }
  for (const arg of args) {
    const path = resolve(context.folder, arg)
    const found = await stat(path).catch((error: unknown) => missing(error, path))
    if (arg === '-') inputs.given.push(await textOf(process.stdin))
    else if (/^https?:\/\//i.test(arg)) inputs.given.push(arg)
    else if (found?.isDirectory()) inputs.installations.push(await installationIn(path))
    else if (found) inputs.given.push(fileAt(path, found.size))
    else if (looksLikeFile.test(arg)) throw new CliError('file_missing', { path })
    else inputs.names.push(arg)
  }
  return inputs
}

const looksLikeFile = /\.(json|png|webp|jpe?g|webm|mp4|txt|log|lock)$/i

function missing(error: unknown, path: string): undefined {
  if (!['ENOENT', 'ENOTDIR', 'ENAMETOOLONG', 'EINVAL'].includes(codeOf(error) ?? ''))
    rethrowFileError(error, path)
}

function fileAt(path: string, size: number): Given {
  return {
    name: basename(path),
    size,
    async read(offset, length) {
      const file = await open(path).catch((error) => rethrowFileError(error, path))
      try {
        const bytes = new Uint8Array(length)
        const { bytesRead } = await file.read(bytes, 0, length, offset)
        return bytes.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
  }
}

export type ReadArguments = Omit<ReadInput, 'wanted'> & { wanted: Wanted }

/** Reads what a plan is for: packs by name, workflows, locks, snapshots, or folders. By default, the installed packs. */
export async function readArguments(
  context: Context,
  registry: Registry,
  args: readonly string[],
  options: Options,
): Promise<ReadArguments> {
  const folder = args.length === 0 ? [await packsFolder(context, options)] : []
  const { given, installations, names } = await inputsIn(context, [...args, ...folder])
  const read = await readInput(registry, given).catch(explain)
  for (const { packs } of [...installations, ...read.installations]) warnOfCopies(context, packs)
  const named = { ...nothingWanted, packs: names.map(packNamed) }
  return {
    ...read,
    installations: [...read.installations, ...installations],
    wanted: together([...installations.map(fromInstallation), read.wanted, named]),
  }
}

function warnOfCopies({ text, stderr }: Context, packs: Installation['packs']): void {
  for (const { pack, folders } of copiesIn(packs))
    stderr.write(`${text('pack_twice', { pack: plain(pack), folders: plain(folders.join(', ')) })}\n`)
}

function packNamed(name: string) {
  const { nodeId, version } = nameIn(name)
  return { node_id: nodeId, ...defined({ version }) }
}

/** Turns the refusals of the readers into messages. */
export function explain(error: unknown): never {
  if (error instanceof WorkflowRefusal) throw new CliError(`workflow_${error.problem}`)
  if (error instanceof LockRefusal) throw new CliError(`lock_${error.problem}`, { place: error.place })
  throw error
}

export const isGiven = (options: Options, name: string): boolean => textIn(options, name) !== undefined
