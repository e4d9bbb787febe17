import type { PublicKey } from '@nodeyard/contract/ground'
import { type Context, exitCodes, type Options, printJson } from '../ground/context.ts'
import { plain } from '../ground/output.ts'
import { openRegistry } from '../registry/settings.ts'
import { readKeys, resetTrust } from '../registry/trust.ts'

/** Shows the keys that are trusted for a registry. With `--reset`, trusts those that it serves now instead. */
export async function runTrust(context: Context, _: string[], options: Options): Promise<number> {
  const { text, stdout } = context
  const registry = await openRegistry(context, options)
  const { url } = registry
  if (options['reset']) await resetTrust(context, registry)
  const { trusted, served } = await readKeys(context, registry)
  if (options['json']) {
    printJson(context, { registry: url, trusted, served })
    return exitCodes.done
  }
  stdout.write(
    trusted.length > 0
      ? `${text('trusted_keys', { registry: url })}\n${linesOf(trusted)}`
      : `${text('no_trusted_keys', { registry: url })}\n`,
  )
  if (options['reset']) stdout.write(`${text('compare_keys')}\n`)
  if (served.some(({ x }) => !trusted.some((key) => key.x === x)))
    stdout.write(`${text('served_keys')}\n${linesOf(served)}`)
  return exitCodes.done
}

const linesOf = (keys: readonly PublicKey[]): string =>
  keys.map(({ kid, x }) => `  ${plain(kid)} ${plain(x)}\n`).join('')
