import { once } from 'node:events'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { createAgentServer } from '@nodeyard/agents/server'
import { registryAt } from '@nodeyard/contract/ground'
import { type Context, exitCodes, type Options, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { programVersion } from '../ground/program-version.ts'
import { tokenFor } from '../registry/credentials.ts'
import { boundedFetch } from '../registry/registry.ts'
import { registryUrl } from '../registry/settings.ts'

/** Serves the registry's tools to an agent, until it closes the connection. */
export async function runMcp(context: Context, _: string[], options: Options): Promise<number> {
  const url = await registryUrl(context, options)
  const token = await tokenFor(context, options, {
    registry: url,
    publisher: textIn(options, 'publisher'),
  }).catch(
    // Everything but publishing works without a token.
    (error: unknown) => (error instanceof CliError ? undefined : Promise.reject(error)),
  )
  const registry = registryAt(url, (input, init) => {
    const headers = new Headers(init?.headers)
    if (token !== undefined) headers.set('authorization', `Bearer ${token}`)
    return boundedFetch(input, { ...init, headers })
  })
  const served = serveStdio(() =>
    createAgentServer({ registry, version: programVersion, hasToken: token !== undefined }),
  )
  await Promise.race([once(process.stdin, 'end'), once(context.signal, 'abort')])
  await served.close()
  return exitCodes.done
}
