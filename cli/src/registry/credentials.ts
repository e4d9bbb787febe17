import { join } from 'node:path'
import { cleanSecret } from '@nodeyard/contract/ground'
import { type Context, type Options, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { configFolder, readJsonFile, writeJsonFile } from './settings.ts'

/** The tokens of one registry, by publisher. */
export type Tokens = Readonly<Record<string, string>>

/** A place that keeps tokens between runs. */
interface Store {
  read(registry: string): Promise<Tokens>
  write(registry: string, tokens: Tokens): Promise<void>
}

type Surroundings = Pick<Context, 'env'>
const service = 'nodeyard'
const fileName = 'credentials.json'

/** The system's keychain; undefined where there is none. */
async function keychain({ env }: Surroundings): Promise<Store | undefined> {
  if (env['NODEYARD_KEYCHAIN'] === 'off') return undefined
  try {
    const { AsyncEntry } = await import('@napi-rs/keyring')
    // The kernel's keyring, which Linux has otherwise, forgets everything at a restart.
    const entryOf = (name: string) => new AsyncEntry(service, name, { linux: { store: 'secret-service' } })
    // A machine without a desktop has no keychain that responds.
    await entryOf('probe').getPassword()
    return {
      read: async (registry) => toTokens(parsed(await entryOf(registry).getPassword())),
      async write(registry, tokens) {
        const entry = entryOf(registry)
        if (Object.keys(tokens).length === 0) await entry.deletePassword()
        else await entry.setPassword(JSON.stringify(tokens))
      },
    }
  } catch {
    return undefined
  }
}

function parsed(text: string | null | undefined): unknown {
  try {
    return text ? JSON.parse(text) : undefined
  } catch {
    return undefined
  }
}

/** A file that only its owner can read. */
function file(surroundings: Surroundings): Store {
  const folder = configFolder(surroundings)
  const readAll = async (): Promise<Record<string, unknown>> => {
    const value = await readJsonFile(join(folder, fileName))
    return typeof value === 'object' && value !== null ? { ...value } : {}
  }
  return {
    read: async (registry) => toTokens((await readAll())[registry]),
    async write(registry, tokens) {
      const { [registry]: _, ...others } = await readAll()
      const isEmpty = Object.keys(tokens).length === 0
      await writeJsonFile(folder, fileName, isEmpty ? others : { ...others, [registry]: tokens })
    },
  }
}

function toTokens(value: unknown): Tokens {
  if (typeof value !== 'object' || value === null) return {}
  return Object.fromEntries(Object.entries(value).filter(([, token]) => typeof token === 'string'))
}

/** Returns all tokens of a registry. */
export async function readTokens(surroundings: Surroundings, registry: string): Promise<Tokens> {
  const kept = await (await keychain(surroundings))?.read(registry)
  return { ...(await file(surroundings).read(registry)), ...kept }
}

/** Stores a token. Returns the path of the file where there is no keychain. */
export async function storeToken(
  surroundings: Surroundings,
  registry: string,
  { publisher, token }: { publisher: string; token: string },
): Promise<string | undefined> {
  const chain = await keychain(surroundings)
  const store = chain ?? file(surroundings)
  await store.write(registry, { ...(await store.read(registry)), [publisher]: token })
  return chain ? undefined : join(configFolder(surroundings), fileName)
}

/** Forgets the tokens of a registry, or the one of a publisher. */
export async function forgetTokens(
  surroundings: Surroundings,
  registry: string,
  publisher?: string,
): Promise<void> {
  for (const store of [await keychain(surroundings), file(surroundings)]) {
    const tokens = await store?.read(registry)
    if (!tokens || Object.keys(tokens).length === 0) continue
    const left = Object.entries(tokens).filter(([id]) => publisher !== undefined && id !== publisher)
    await store?.write(registry, Object.fromEntries(left))
  }
}

/** Returns the token of a publisher: by option, variable or login. */
export async function tokenFor(
  surroundings: Surroundings,
  options: Options,
  { registry, publisher }: { registry: string; publisher?: string | undefined },
): Promise<string> {
  const given = textIn(options, 'token') ?? (surroundings.env['NODEYARD_TOKEN'] || undefined)
  if (given !== undefined) return cleanToken(given)
  const tokens = await readTokens(surroundings, registry)
  const ids = Object.keys(tokens)
  const id = publisher ?? (ids.length === 1 ? ids[0] : undefined)
  const found = id === undefined ? undefined : ids.find((one) => one.toLowerCase() === id.toLowerCase())
  const token = found === undefined ? undefined : tokens[found]
  if (token !== undefined) return token
  if (id === undefined && ids.length > 1)
    throw new CliError('which_publisher', { publishers: ids.join(', ') })
  throw publisher === undefined
    ? new CliError('not_logged_in', { registry })
    : new CliError('not_logged_in_as', { registry, publisher })
}

/** Removes characters that pasting adds. */
function cleanToken(given: string): string {
  const token = cleanSecret(given)
  if (token === '') throw new CliError('token_empty')
  if (!/^[\x21-\x7e]+$/.test(token)) throw new CliError('token_garbled')
  return token
}
