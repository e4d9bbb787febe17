import Type, { type Static, type TSchema } from 'typebox'
import { Compile, type Validator } from 'typebox/compile'
import { RegistryError } from '../../ground/errors.ts'
import { readLimitedText } from '../../ground/http/limited-text.ts'
import type { CodeHostSettings } from '../../ground/settings.ts'

/** A repository as the code host reports it. Its id survives renames and moves. */
export interface HostRepository {
  id: number
  owner: string
  name: string
  url: string
  stars: number
  isArchived: boolean | undefined
  pushedAt: Date | undefined
  /** `owner/name` of the repository that it was forked from. */
  forkedFrom: string | undefined
  /** Whether the token's user administers it; undefined if the host does not report it. */
  isAdmin: boolean | undefined
}

export interface RepositoryName {
  owner: string
  name: string
}

/**
 * The part of the code host's API that the registry needs. Throws only `code_host_token_refused`,
 * `code_host_rate_limited` or `code_host_unavailable`. Repositories hidden from the token's user count as missing.
 */
export interface CodeHost {
  /** The host name in repository keys, such as `github.com`. */
  host: string
  getUser(token: string): Promise<{ login: string }>
  /** Follows renames. */
  findRepository(name: RepositoryName, token?: string): Promise<HostRepository | undefined>
  findRepositoryById(id: number, token?: string): Promise<HostRepository | undefined>
  /** Reads a file of the main branch; undefined if it is missing or not a regular file. */
  readFile(name: RepositoryName, path: string, token?: string): Promise<Uint8Array | undefined>
  /** Returns for example `admin` or `read`; undefined if the host hides it from this user. */
  findPermission(name: RepositoryName, login: string, token: string): Promise<string | undefined>
}

const usualTimeoutMs = 10_000
const maxBytes = 1024 * 1024

const User = Compile(Type.Object({ login: Type.String() }))
const Permission = Compile(Type.Object({ permission: Type.String() }))
/** Links and large files come without content. */
const File = Compile(
  Type.Object({ content: Type.Optional(Type.String()), encoding: Type.Optional(Type.String()) }),
)
const RepositoryShape = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  name: Type.String(),
  owner: Type.Object({ login: Type.String() }),
  html_url: Type.String({ pattern: '^https?://' }),
  stargazers_count: Type.Integer({ minimum: 0 }),
  archived: Type.Optional(Type.Boolean()),
  pushed_at: Type.Optional(Type.Union([Type.String(), Type.Null()])),
  parent: Type.Optional(Type.Object({ full_name: Type.String({ maxLength: 200 }) })),
  permissions: Type.Optional(Type.Object({ admin: Type.Optional(Type.Boolean()) })),
})
const Repository = Compile(RepositoryShape)

/** Creates a client for the code host in the settings. */
export function codeHostAt(settings: CodeHostSettings, fetch: typeof globalThis.fetch): CodeHost {
  const read = async <Schema extends TSchema>(
    path: string,
    validator: Validator<Record<never, never>, Schema>,
    token = settings.token,
  ): Promise<Static<Schema> | undefined> => {
    const { status, headers, text } = await get(fetch, settings, path, token)
    if (status === 200) return parse(text, validator)
    if (status === 401) throw new RegistryError('code_host_token_refused')
    if (status === 429 || (status === 403 && isLimited(headers))) {
      throw new RegistryError('code_host_rate_limited', { details: [resetOf(headers)], ...waitOf(headers) })
    }
    if (status === 403 || status === 404 || status === 451) return undefined
    throw new RegistryError('code_host_unavailable', {
      details: [`The code host responded with status ${status}.`],
    })
  }
  return {
    host: new URL(settings.url).host,
    async getUser(token) {
      const user = await read('/user', User, token)
      if (!user) throw new RegistryError('code_host_token_refused')
      return user
    },
    async findRepository({ owner, name }, token) {
      return toRepository(await read(`/repos/${part(owner)}/${part(name)}`, Repository, token))
    },
    async findRepositoryById(id, token) {
      return toRepository(await read(`/repositories/${id}`, Repository, token))
    },
    async readFile({ owner, name }, path, token) {
      const file = await read(`/repos/${part(owner)}/${part(name)}/contents/${part(path)}`, File, token)
      return file?.encoding === 'base64' ? Buffer.from(file.content ?? '', 'base64') : undefined
    },
    async findPermission({ owner, name }, login, token) {
      const path = `/repos/${part(owner)}/${part(name)}/collaborators/${part(login)}/permission`
      return (await read(path, Permission, token))?.permission
    },
  }
}

const part = encodeURIComponent

function dateOf(text: string | null | undefined): Date | undefined {
  const date = new Date(text ?? Number.NaN)
  return Number.isNaN(date.getTime()) ? undefined : date
}

function toRepository(found: Static<typeof RepositoryShape> | undefined): HostRepository | undefined {
  return (
    found && {
      id: found.id,
      owner: found.owner.login,
      name: found.name,
      url: found.html_url,
      stars: found.stargazers_count,
      isArchived: found.archived,
      pushedAt: dateOf(found.pushed_at),
      forkedFrom: found.parent?.full_name,
      isAdmin: found.permissions?.admin,
    }
  )
}

/** The timeout covers the whole response, so that a slow host counts as unavailable. */
async function get(
  fetch: typeof globalThis.fetch,
  { apiUrl, timeoutMs = usualTimeoutMs }: CodeHostSettings,
  path: string,
  token: string | undefined,
): Promise<{ status: number; headers: Headers; text: string }> {
  try {
    const response = await fetch(apiUrl + path, {
      headers: {
        accept: 'application/vnd.github+json',
        'user-agent': 'nodeyard',
        ...(token ? { authorization: `Bearer ${token}` } : {}),
      },
      signal: AbortSignal.timeout(timeoutMs),
    })
    return {
      status: response.status,
      headers: response.headers,
      text: await readLimitedText(response, maxBytes),
    }
  } catch {
    throw new RegistryError('code_host_unavailable')
  }
}

function parse<Schema extends TSchema>(
  text: string,
  validator: Validator<Record<never, never>, Schema>,
): Static<Schema> {
  try {
    return validator.Parse(JSON.parse(text))
  } catch {
    throw new RegistryError('code_host_unavailable', {
      details: ['The response of the code host could not be parsed.'],
    })
  }
}

const isLimited = (headers: Headers) =>
  headers.get('x-ratelimit-remaining') === '0' || headers.has('retry-after')

/** Reads `Retry-After` in seconds. Its date form is ignored. */
function waitOf(headers: Headers): { retryAfterSeconds?: number } {
  const seconds = Number(headers.get('retry-after'))
  return Number.isInteger(seconds) && seconds > 0 ? { retryAfterSeconds: Math.min(seconds, 3600) } : {}
}

function resetOf(headers: Headers): string {
  const wait = headers.get('retry-after')
  if (wait) return `The code host asks to wait ${wait} seconds.`
  const reset = Number(headers.get('x-ratelimit-reset'))
  return reset > 0
    ? `The rate limit resets at ${new Date(reset * 1000).toISOString()}.`
    : 'The code host does not say when the limit resets.'
}
