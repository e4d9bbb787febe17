import { readdir, readFile, writeFile } from 'node:fs/promises'
import { basename, join, resolve } from 'node:path'
import { readRepository } from '@nodeyard/analysis/ground'
import { isNodeId, nameOfId } from '@nodeyard/contract/ground'
import { gitText } from '@nodeyard/outside/git'
import { stringify } from 'smol-toml'
import { type Context, exitCodes, type Options, textIn } from '../ground/context.ts'
import { CliError, codeOf, rethrowFileError, rethrowWriteError } from '../ground/errors.ts'
import { questioner } from '../pack/ask.ts'
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
  const ask = questioner(context)
  const publisher = textIn(options, 'publisher') ?? (await publisherOf(context, options, ask))
  const repository = await repositoryOf(context, folder)
  const id = textIn(options, 'id') ?? (await idOf(context, folder, repository, ask))
  const written = stringify(await projectOf(folder, files, { id, publisher, repository }))
  await writeFile(target, written).catch((error) => rethrowWriteError(error, target))
  stdout.write(`${written.replace(/^/gm, '  ').trimEnd()}\n\n${text('id_stays', { id })}\n`)
  stdout.write(`${text('wrote_project', { path: target })}\n`)
  if (!publisher) stdout.write(`${text('publisher_left')}\n`)
  return exitCodes.done
}

type Ask = ReturnType<typeof questioner>

/** Takes the only publisher of the login, or asks for one of several. */
async function publisherOf(context: Context, options: Options, ask: Ask): Promise<string | undefined> {
  const ids = Object.keys(await readTokens(context, await registryUrl(context, options)))
  if (ids.length < 2) return ids[0]
  return (await ask?.(context.text('publisher_question', { publishers: ids.join(', ') }))) || undefined
}

/** Asks for the id, which cannot be changed later. Without a terminal, it is the name of the repository or folder. */
async function idOf(
  { text }: Context,
  folder: string,
  repository: string | undefined,
  ask: Ask,
): Promise<string> {
  const found = idFrom(nameOf(folder, repository))
  for (let id = ask ? '' : found; ; ) {
    if (id !== undefined && isNodeId(id)) return id
    if (!ask) break
    id = (await ask(found ? text('id_question', { id: found }) : text('id_needed'))) || found
  }
  const path = join(folder, 'pyproject.toml')
  throw new CliError('project_incomplete', { path, key: 'name in [project]', option: '--id' })
}

/** Folders are renamed. The name of the repository is the one that users know. */
const nameOf = (folder: string, repository: string | undefined): string =>
  repository
    ?.replace(/\.git$/, '')
    .split('/')
    .at(-1) ?? basename(folder)

async function projectOf(
  folder: string,
  files: readonly string[],
  { id, publisher, repository }: { id: string } & Record<'publisher' | 'repository', string | undefined>,
) {
  const named = (pattern: RegExp) => files.find((file) => pattern.test(file))
  const [readme, license] = [
    named(/^readme(\.(md|rst|txt))?$/i),
    named(/^(licen[cs]e|copying)(\.(md|txt))?$/i),
  ]
  const { title, description } = readme ? firstWords(await textOf(join(folder, readme))) : {}
  const dependencies = files.includes('requirements.txt')
    ? requirementsIn(await textOf(join(folder, 'requirements.txt')))
    : []
  return {
    project: {
      name: id,
      version: '1.0.0',
      description: description ?? '',
      ...(license ? { 'license-files': [license] } : {}),
      ...(readme ? { readme } : {}),
      dependencies,
      ...(repository ? { urls: { Repository: repository } } : {}),
    },
    tool: {
      comfy: {
        PublisherId: publisher ?? '',
        DisplayName: title ?? nameOfId(nameOf(folder, repository)),
        Icon: '',
      },
    },
  }
}

/** Turns a name of a repository or folder into a node id. An id cannot be changed, so it is not invented. */
function idFrom(name: string): string | undefined {
  const id = name
    .toLowerCase()
    .replace(/[^a-z0-9._-]+/g, '-')
    .replace(/^[^a-z0-9]+/, '')
    .replace(/[^a-z0-9]{1,255}$/, '')
  return isNodeId(id) ? id : undefined
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
