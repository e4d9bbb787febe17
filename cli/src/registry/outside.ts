import { isInside } from '@nodeyard/outside/public-address'
import { CliError } from '../ground/errors.ts'

/** Throws if an outside address sends this program to a host that only this network reaches. */
export function assertOutside(from: URL, to: URL): void {
  if (isInside(to) && !isInside(from))
    throw new CliError('redirects_inside', { origin: from.origin, next: to.origin })
}
