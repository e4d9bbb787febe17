import { stat } from 'node:fs/promises'
import { basename, dirname, resolve } from 'node:path'

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

/** The start of a command. The portable version must not see the packages of the user's own Python. */
export const pythonStart = (program: string): [string, ...string[]] =>
  basename(dirname(program)) === 'python_embeded' ? [program, '-s'] : [program]
