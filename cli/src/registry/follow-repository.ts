import { isInside } from '@nodeyard/outside/public-address'
import { UnavailableError } from '../ground/errors.ts'
import { open } from './send.ts'

const request = '/info/refs'

/**
 * Returns the address at which a repository is now, because git follows no redirect itself. Redirects into this network are
 * refused, and those of servers inside it are not followed.
 */
export async function followRepository(repository: string, signal: AbortSignal): Promise<URL> {
  const address = new URL(repository)
  if (isInside(address)) return address
  const asked = new URL(`${address.href.replace(/(?<!\/)\/+$/, '')}${request}?service=git-upload-pack`)
  // A server that only git can talk to is left to git.
  const found = await open(asked, { signal }).catch((error: unknown) => {
    if (signal.aborted || !(error instanceof UnavailableError)) throw error
    return undefined
  })
  if (!found) return address
  for await (const _ of found.body) break
  const { origin, pathname } = found.url
  const isMoved = found.status === 200 && found.url.href !== asked.href && pathname.endsWith(request)
  return isMoved ? new URL(origin + pathname.slice(0, -request.length)) : address
}
