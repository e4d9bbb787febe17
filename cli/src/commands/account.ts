import { limits } from '@nodeyard/contract/limits'
import { getOwnToken, type OwnToken, redeemDeviceLogin, startDeviceLogin } from '@nodeyard/contract/people'
import { type Context, exitCodes, type Options, printJson, textIn } from '../ground/context.ts'
import { CliError } from '../ground/errors.ts'
import { plain, table } from '../ground/output.ts'
import { forgetTokens, readTokens, storeToken } from '../registry/credentials.ts'
import { registryAt } from '../registry/registry.ts'
import { registryUrl } from '../registry/settings.ts'
import { openInBrowser } from './find.ts'

/** Signs in through the browser, or stores a token that was created on the site. */
export async function runLogin(context: Context, _: string[], options: Options): Promise<number> {
  const { text, stdout } = context
  const url = await registryUrl(context, options)
  const given = textIn(options, 'token')
  const token = given ?? (await askInBrowser(context, url, options))
  const own = await registryAt(url, token).call(getOwnToken, {}, { signal: context.signal })
  const file = await storeToken(context, url, { publisher: own.publisherId, token })
  stdout.write(`${text('logged_in', { publisher: own.publisherId, registry: url })}\n`)
  stdout.write(`${text('token_reach', reachOf(context, own))}\n`)
  stdout.write(`${file === undefined ? text('kept_in_keychain') : text('kept_in_file', { path: file })}\n`)
  return exitCodes.done
}

/** What a token allows, in words. */
const reachOf = ({ text }: Context, { actions, nodes, expiresAt }: OwnToken) => ({
  actions: actions.join(', '),
  packs: nodes?.join(', ') ?? text('all_packs'),
  until: expiresAt ? text('until_date', { date: expiresAt.slice(0, 10) }) : text('never_expires'),
})

async function askInBrowser(context: Context, url: string, options: Options): Promise<string> {
  const { text, stdout, signal } = context
  const registry = registryAt(url)
  const publisher = textIn(options, 'publisher')
  const name = (textIn(options, 'name') ?? 'nodeyard').slice(0, limits.tokenNameLength)
  // Other owners of the publisher see the name, so nothing about this machine is in it unless the user says so.
  stdout.write(`${text('login_name', { name: plain(name) })}\n`)
  const started = await registry.call(
    startDeviceLogin,
    { body: { client_name: name, ...(publisher ? { publisher_id: publisher } : {}) } },
    { signal },
  )
  stdout.write(`${text('open_to_log_in', { address: plain(started.verification_uri) })}\n`)
  stdout.write(`${text('enter_code', { code: plain(started.user_code) })}\n`)
  if (options['browser'] !== false) openInBrowser(context, started.verification_uri_complete)
  for (;;) {
    const { token } = await registry.call(
      redeemDeviceLogin,
      { body: { device_code: started.device_code, wait: limits.deviceLoginWaitSeconds } },
      { signal, silenceLimitMs: (limits.deviceLoginWaitSeconds + 30) * 1000 },
    )
    if (token !== undefined) return token
  }
}

/** Forgets the tokens of a registry. They stay valid until they are revoked on the site. */
export async function runLogout(context: Context, _: string[], options: Options): Promise<number> {
  const url = await registryUrl(context, options)
  await forgetTokens(context, url, textIn(options, 'publisher'))
  context.stdout.write(`${context.text('logged_out', { registry: url })}\n`)
  return exitCodes.done
}

/** Shows which publishers the stored tokens publish for. */
export async function runWhoami(context: Context, _: string[], options: Options): Promise<number> {
  const { signal, stdout } = context
  const url = await registryUrl(context, options)
  const given = textIn(options, 'token') ?? (context.env['NODEYARD_TOKEN'] || undefined)
  const tokens = given === undefined ? Object.values(await readTokens(context, url)) : [given]
  if (tokens.length === 0) throw new CliError('not_logged_in', { registry: url })
  const found = await Promise.all(
    tokens.map((token) => registryAt(url, token).call(getOwnToken, {}, { signal })),
  )
  if (options['json']) printJson(context, found)
  else
    stdout.write(
      `${table(
        found.map((own) => {
          const { actions, packs, until } = reachOf(context, own)
          return [own.publisherId, own.createdBy ?? '', actions, packs, until]
        }),
      ).join('\n')}\n`,
    )
  return exitCodes.done
}
