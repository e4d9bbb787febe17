import { isObject, listOf, parseJson } from '@nodeyard/analysis/ground'
import { ProgramFailed, run, textOf } from '@nodeyard/outside/program'
import type { Context } from '../ground/context.ts'
import { pythonStart } from './tool-python.ts'

/** Reads the metadata of the installed packages. `-I` keeps files of the current folder from taking the place of modules. */
const program = `
import importlib.metadata, json, platform
print(json.dumps({
    'python': platform.python_version(),
    'packages': [[d.metadata['Name'], d.version, d.read_text('direct_url.json')] for d in importlib.metadata.distributions()],
}))`

/** What an interpreter says about itself and its packages. */
export interface ReadPython {
  version: string
  /** Lines as `pip freeze` prints them. */
  freeze: string
}

/** Asks an interpreter what is installed, without pip and without any code of packages. Throws `ProgramFailed` and `ProgramMissing`. */
export async function readPython(
  { env, signal }: Pick<Context, 'env' | 'signal'>,
  path: string,
): Promise<ReadPython> {
  const [start, ...flags] = pythonStart(path)
  const said = parseJson(await textOf(run('python', [start, ...flags, '-I', '-c', program], { env, signal })))
  if (!isObject(said)) throw new ProgramFailed(path, 'It printed no list of packages.')
  const lines = new Map<string, string>()
  for (const one of listOf(said['packages'])) {
    const [name, version, direct] = listOf(one)
    // Of two copies, Python imports the one that it finds first. pip stays as it is.
    if (typeof name !== 'string' || typeof version !== 'string' || name === 'pip') continue
    if (!lines.has(name.toLowerCase())) lines.set(name.toLowerCase(), lineOf(name, version, direct))
  }
  return {
    version: String(said['python']),
    freeze: [...lines.values()]
      .sort()
      .map((line) => `${line}\n`)
      .join(''),
  }
}

/** A package from an address is listed with it. Source: PEP 610. */
function lineOf(name: string, version: string, direct: unknown): string {
  const { url, vcs_info: source, dir_info: folder } = objectIn(direct)
  if (typeof url !== 'string' || /\s/.test(url)) return `${name}==${version}`
  const { vcs, commit_id: commit } = isObject(source) ? source : {}
  if (typeof vcs === 'string') return `${name} @ ${vcs}+${url}@${commit}`
  return isObject(folder) && folder['editable'] === true ? `-e ${url}` : `${name} @ ${url}`
}

const objectIn = (text: unknown): Record<string, unknown> => {
  const value = typeof text === 'string' ? parseJson(text) : undefined
  return isObject(value) ? value : {}
}
