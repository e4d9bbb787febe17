import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { readRepository } from '@nodeyard/analysis/ground'
import { isNodeId, nameOfId } from '@nodeyard/contract/ground'
import { gitText } from '@nodeyard/outside/git'
import { stringify } from 'smol-toml'
import { type Context, exitCodes, type Options, textIn } from '../ground/context.ts'
import { CliError, codeOf, rethrowFileError, rethrowWriteError } from '../ground/errors.ts'
import { readTokens } from '../registry/credentials.ts'
import { registryUrl } from '../registry/settings.ts'

/** Writes a project file with the facts that the folder shows. */
export async function runInit(context: Context, [path = '.']: string[], options: Options): Promise<number> {
  const { text, stdout } = context
  const folder = resolve(context.folder, path)
  const files = await readdir(folder).catch((error) => rethrowFileError(error, folder))
  const target = join(folder, 'pyproject.toml')
  if (files.includes('pyproject.toml') && !options['force'])
    throw new CliError('project_exists', { path: target })
  const publisher = textIn(options, 'publisher') ?? (await onlyPublisher(context, options))
  const repository = await repositoryOf(context, folder)
  const project = await projectOf(folder, files, { id: textIn(options, 'id'), publisher, repository })
  await writeFile(target, stringify(project)).catch((error) => rethrowWriteError(error, target))
  stdout.write(`${text('wrote_project', { path: target })}\n`)
  if (!publisher) stdout.write(`${text('publisher_left')}\n`)
  return exitCodes.done
}

async function onlyPublisher(context: Context, options: Options): Promise<string | undefined> {
  const ids = Object.keys(await readTokens(context, await registryUrl(context, options)))
  return ids.length === 1 ? ids[0] : undefined
}

async function projectOf(
  folder: string,
  files: readonly string[],
  { id, publisher, repository }: Record<'id' | 'publisher' | 'repository', string | undefined>,
) {
  const named = (pattern: RegExp) => files.find((file) => pattern.test(file))
  const [readme, license] = [
    named(/^readme(\.(md|rst|txt))?$/i),
    named(/^(licen[cs]e|copying)(\.(md|txt))?$/i),
  ]
  // Folders are renamed. The name of the repository is the one that users know.
  const name =
    repository
      ?.replace(/\.git$/, '')
      .split('/')
      .at(-1) ?? basename(folder)
  const { title, description } = readme ? firstWords(await textOf(join(folder, readme))) : {}
  const dependencies = files.includes('requirements.txt')
    ? requirementsIn(await textOf(join(folder, 'requirements.txt')))
    : []
  return {
    project: {
      name: id ?? idFrom(name, folder),
      version: '1.0.0',
      description: description ?? '',
      ...(license ? { 'license-files': [license] } : {}),
      ...(readme ? { readme } : {}),
      dependencies,
      ...(repository ? { urls: { Repository: repository } } : {}),
    },
    tool: {
      comfy: { PublisherId: publisher ?? '', DisplayName: title ?? nameOfId(name), Icon: '' },
    },
  }
}

/** Turns a name of a repository or folder into a node id. An id cannot be changed, so it is not invented. */
function idFrom(name: string, folder: string): string {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .replace(/[^a-z0-9]{1,255}$/, '')
  if (isNodeId(id)) return id
  const path = join(folder, 'pyproject.toml')
  throw new CliError('project_incomplete', { path, key: 'name in [project]', option: '--id' })
}

async function textOf(path: string): Promise<string> {
  return readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'EISDIR') return ''
    rethrowFileError(error, path)
  })
}

const longestDescription = 300

/** Lists of links and languages, headings and notes about moves are no descriptions. */
const isSentence = (line: string): boolean =>
  /[.!。！]/u.test(line.trim().slice(-1)) &&
  (line.trim().split(' ').length >= 4 || /[\u3000-\uffef]/.test(line)) &&
  !/[|·•]|https?:|!\[/.test(line)

/** Finds the title and the first sentence of a README. */
function firstWords(readme: string): { title?: string; description?: string } {
  const lines = readme.slice(0, 20_000).split(/\r?\n/)
  const title = lines
    .find((line) => /^# +\S/.test(line))
    ?.replace(/^# +/, '')
    .trim()
  const description = lines
    .filter((line) => /^[A-Za-z0-9\p{L}*_`[]/u.test(line))
    .map((line) => line.replace(/[*`]/g, '').replace(/\[([^[\]]*)\]\([^()]*\)/g, '$1'))
    .find(isSentence)
  return {
    ...(title ? { title } : {}),
    ...(description ? { description: description.trim().slice(0, longestDescription) } : {}),
  }
}

/** Returns the lines that name a package; options of pip and comments stay in the file. */
function requirementsIn(text: string): string[] {
  return text
    .split(/\r?\n/)
    .map((line) => line.replace(/(^|\s)#[\s\S]*$/, '').trim())
    .filter((line) => line !== '' && !line.startsWith('-'))
}

/** Returns the address of the repository that the folder was cloned from, for browsers. */
async function repositoryOf({ env, signal }: Context, folder: string): Promise<string | undefined> {
  try {
    return readRepository(await gitText(['remote', 'get-url', 'origin'], { env, signal, cwd: folder }))?.clone
  } catch {
    return undefined
  }
}
