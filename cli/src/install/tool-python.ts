import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'
import { type Context, type Options, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { isFolder, packsFolder } from './folder.ts'

/** Where the tool's own Python is, from the folder of packs. The portable version for Windows has it beside the tool. */
const places = [
  '../../python_embeded/python.exe',
  ...['venv', '.venv'].flatMap((folder) => [`../${folder}/bin/python`, `../${folder}/Scripts/python.exe`]),
]

/** Finds the Python of the tool with these packs; without one of its own, the one that the shell finds. */
export async function toolPython(packs: string): Promise<string> {
  for (const place of places) {
    const program = resolve(packs, place)
    const found = await stat(program).catch(() => undefined)
    if (found?.isFile()) return program
  }
  return 'python'
}

/** The Python for commands that people paste: the stated one, or that of the tool whose packs are among the arguments or here. */
export async function shownPython(
  context: Pick<Context, 'env' | 'folder'>,
  args: readonly string[],
  options: Options,
): Promise<string> {
  const stated = textIn(options, 'python')
  if (stated !== undefined) return stated
  for (const path of args.map((arg) => resolve(context.folder, arg)))
    if (await isFolder(path)) return toolPython(path)
  const packs = await packsFolder(context, options).catch((error: unknown) => {
    if (!(error instanceof CliError)) throw error
  })
  return packs === undefined ? 'python' : toolPython(packs)
}

/** The start of a command. The portable version must not see the packages of the user's own Python. */
export const pythonStart = (program: string): [string, ...string[]] =>
  basename(dirname(program)) === 'python_embeded' ? [program, '-s'] : [program]
