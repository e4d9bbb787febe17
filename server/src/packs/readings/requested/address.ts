import { readRepository } from '@nodeyard/analysis/ground'
import { RegistryError } from '../../../ground/errors.ts'
import type { RequestedPlace } from './sql.ts'

const withCommit = /^(.+)@([0-9a-f]{40}|[0-9a-f]{64})$/i
/** A user name or password in front of a host. */
const user = /^(?:[\w+.-]+:)?\/*[^/?#]*@/
const secretName = /token|secret|password|key|auth/i

function hasSecret(address: string): boolean {
  const [, ...parameters] = address.split(/[?&#]/)
  const names = parameters.map((one) => one.split('='))
  return (
    user.test(address) || names.some(([name = '', value]) => value !== undefined && secretName.test(name))
  )
}

/** Reads an address, with a commit after an `@`. Refusals never repeat it, because it can contain a secret. */
export function readPlace(text: string): RequestedPlace {
  const whole = text.trim()
  const [, address = whole, commit] = withCommit.exec(whole) ?? []
  const found = readRepository(address)
  const isPlain = /^(?:ssh:\/\/)?git@/i.test(address) && !/[?&#]/.test(address)
  if (!isPlain && hasSecret(address)) throw new RegistryError('repository_address_secret')
  if (!found) throw new RegistryError('repository_address_invalid')
  return { key: found.key, url: found.clone, commit: (commit ?? found.commit ?? '').toLowerCase() }
}
