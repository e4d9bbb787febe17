import { listCiIssuers, mintToken } from '@nodeyard/contract/packs'
import type { Context } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { registryAt } from './registry.ts'
import { send } from './send.ts'

/** The identity that a CI service vouches for; undefined outside a CI job that can have one. */
async function identityToken({ env, signal }: Context, audience: string): Promise<string | undefined> {
  // GitLab puts the token of `id_tokens` into a variable.
  if (env['NODEYARD_ID_TOKEN']) return env['NODEYARD_ID_TOKEN']
  const { ACTIONS_ID_TOKEN_REQUEST_URL: url, ACTIONS_ID_TOKEN_REQUEST_TOKEN: secret } = env
  if (!url || !secret || !URL.canParse(url)) return undefined
  const address = new URL(url)
  address.searchParams.set('audience', audience)
  const { status, text } = await send(address, { headers: { authorization: `Bearer ${secret}` }, signal })
  const value = status === 200 ? valueIn(text) : undefined
  if (value === undefined) throw new CliError('ci_gave_no_identity', { status: String(status) })
  return value
}

function valueIn(text: string): string | undefined {
  try {
    const { value } = JSON.parse(text)
    return typeof value === 'string' ? value : undefined
  } catch {
    return undefined
  }
}

/** Whether this is a job of a CI service that vouches for its identity. */
export function isTrustedBuild({ env }: Pick<Context, 'env'>): boolean {
  return Boolean(env['NODEYARD_ID_TOKEN'] || env['ACTIONS_ID_TOKEN_REQUEST_URL'])
}

/** Exchanges the identity of a CI job for a token that publishes one version of one pack. */
export async function tokenOfBuild(
  context: Context,
  url: string,
  { publisherId, nodeId }: { publisherId: string; nodeId: string },
): Promise<string | undefined> {
  const { signal, env, stdout } = context
  const registry = registryAt(url)
  const { audience } = await registry.call(listCiIssuers, {}, { signal })
  const identity = await identityToken(context, audience)
  if (identity === undefined) return undefined
  const body = { token: identity, publisher_id: publisherId, node_id: nodeId }
  const { token } = await registry.call(mintToken, { body }, { signal })
  if (env['GITHUB_ACTIONS']) stdout.write(`::add-mask::${token}\n`)
  return token
}
