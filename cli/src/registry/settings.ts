import { mkdir, readFile, rename, writeFile } from 'node:fs/promises'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { isInside } from '@nodeyard/outside/public-address'
import { type Context, type Options, textIn } from '../ground/context.ts'
import { CliError, codeOf, rethrowFileError, rethrowWriteError } from '../ground/errors.ts'
import { ownRegistry } from '../ground/own-registry.ts'
import { guard } from './outside.ts'
import { type Registry, registryAt } from './registry.ts'

/** The registry if none is configured and no registry served the program. */
const defaultRegistry = 'http://127.0.0.1:8080'

/** The content of the config file. */
export interface Config {
  registry?: string
  language?: string
}

type Surroundings = Pick<Context, 'env'>

/** The folder of the config file and the credentials. */
export function configFolder({ env }: Surroundings): string {
  if (env['NODEYARD_CONFIG_DIR']) return env['NODEYARD_CONFIG_DIR']
  if (process.platform === 'win32' && env['APPDATA']) return join(env['APPDATA'], 'nodeyard')
  return join(env['XDG_CONFIG_HOME'] || join(homedir(), '.config'), 'nodeyard')
}

export async function readConfig(surroundings: Surroundings): Promise<Config> {
  const path = join(configFolder(surroundings), 'config.json')
  const value = await readJsonFile(path)
  if (value === undefined) return {}
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw new CliError('config_invalid', { path })
  const { registry, language } = value as Record<string, unknown>
  return {
    ...(typeof registry === 'string' ? { registry } : {}),
    ...(typeof language === 'string' ? { language } : {}),
  }
}

/** Returns undefined for a missing file. */
export async function readJsonFile(path: string): Promise<unknown> {
  const text = await readFile(path, 'utf8').catch((error: unknown) => {
    if (codeOf(error) === 'ENOENT') return undefined
    rethrowFileError(error, path)
  })
  if (text === undefined) return undefined
  try {
    return JSON.parse(text)
  } catch {
    throw new CliError('config_invalid', { path })
  }
}

/** Replaces a file that only its owner can read. */
export async function writeJsonFile(folder: string, name: string, value: unknown): Promise<void> {
  const path = join(folder, name)
  const temporary = `${path}.${process.pid}`
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 })
    await writeFile(temporary, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 })
    await rename(temporary, path)
  } catch (error) {
    rethrowWriteError(error, path)
  }
}

/**
 * Returns the URL of the API, without a trailing slash: by option, variable, origin of the program, config file, or the one that a
 * lock states. A lock can come from anyone, so that one must not be inside this network.
 */
export async function registryUrl(
  surroundings: Surroundings,
  options: Options,
  stated?: string,
): Promise<string> {
  const chosen =
    textIn(options, 'registry') ||
    surroundings.env['NODEYARD_REGISTRY'] ||
    ownRegistry() ||
    (await readConfig(surroundings)).registry
  const trimmed = (chosen || stated || defaultRegistry).trim()
  if (!URL.canParse(trimmed) || !/^https?:$/.test(new URL(trimmed).protocol))
    throw new CliError('registry_invalid', { given: trimmed })
  const url = new URL(trimmed)
  const { origin, pathname } = url
  if (!chosen && stated && origin !== defaultRegistry) {
    if (isInside(url))
      throw new CliError('redirects_inside', { origin: textIn(options, 'lock') ?? '', next: origin })
    guard(url)
  }
  return `${origin}${pathname}`.replace(/(?<!\/)\/+$/, '')
}

/** Opens the registry for reading. */
export async function openRegistry(
  surroundings: Surroundings,
  options: Options,
  stated?: string,
): Promise<Registry> {
  return registryAt(await registryUrl(surroundings, options, stated))
}
