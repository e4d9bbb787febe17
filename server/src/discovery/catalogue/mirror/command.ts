import { readFile } from 'node:fs/promises'
import { setTimeout as pause } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { world } from '../../../ground/deps.ts'
import { MirrorFault } from './fault.ts'
import { Mirror } from './mirror.ts'

const restMs = 10_000

/**
 * Copies another registry's catalogue to a folder, once or repeatedly with `--follow`. Returns the exit code, or undefined
 * for invalid arguments.
 */
export async function mirrorCatalogue(
  args: readonly string[],
  say: (line: string) => void,
): Promise<number | undefined> {
  const { values, positionals } = parseArgs({
    args: [...args],
    allowPositionals: true,
    options: { key: { type: 'string' }, follow: { type: 'boolean' } },
  })
  const [address = '', folder] = positionals
  const base = URL.parse(address)
  if (!base || !/^https?:$/.test(base.protocol) || base.username !== '' || !folder) return undefined
  const keys = values.key === undefined ? undefined : await readFile(values.key, 'utf8')
  const mirror = new Mirror({ base, folder, keys, ...world, say })
  for (;;) {
    const code = await updateOnce(mirror, say)
    if (!values.follow) return code
    await pause(restMs)
  }
}

/** Reports every failure instead of throwing it, so that `--follow` retries even after the disk was full. */
export async function updateOnce(
  mirror: Pick<Mirror, 'update'>,
  say: (line: string) => void,
): Promise<number> {
  try {
    if (!(await mirror.update())) say('Nothing has changed.')
    return 0
  } catch (error) {
    if (error instanceof MirrorFault) say(`Refused (${error.fault}): ${error.message}`)
    else say(`Failed: ${error instanceof Error ? error.message : error}`)
    return 1
  }
}
