import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { dirname, join } from 'node:path'
import { isFromNpx, ownRegistry } from './ground/own-registry.ts'
import { programVersion } from './ground/program-version.ts'
import { send } from './registry/send.ts'

const patienceMs = 5000

/** Set for the program that another version of itself started. */
const startedAgain = 'NODEYARD_STARTED_AGAIN'

/**
 * Runs the version that the registry serves now in place of this one. npx keeps what it once fetched from an address, so after an
 * update of the registry it would keep starting the old program.
 *
 * @returns The exit code; undefined if this program is the current one, or the registry cannot say.
 */
export async function runCurrentProgram(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
): Promise<number | undefined> {
  const own = ownRegistry()
  const npm = env['npm_execpath']
  if (own === undefined || npm === undefined || !isFromNpx({ env }) || env[startedAgain]) return undefined
  const version = await versionAt(own)
  if (version === undefined || version === programVersion) return undefined
  const address = `${own}/nodeyard-${version}.tgz`
  const child = spawn(process.execPath, [join(dirname(npm), 'npx-cli.js'), '--yes', address, ...args], {
    stdio: 'inherit',
    env: { ...env, [startedAgain]: '1' },
  })
  const [code] = await once(child, 'exit')
  return code ?? 1
}

async function versionAt(own: string): Promise<string | undefined> {
  try {
    const { text } = await send(new URL(`${own}/nodeyard.json`), { signal: AbortSignal.timeout(patienceMs) })
    const { version } = JSON.parse(text)
    return /^\d+\.\d+\.\d+$/.test(version) ? version : undefined
  } catch {
    return undefined
  }
}
