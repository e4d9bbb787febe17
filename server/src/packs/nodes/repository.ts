import { readRepository } from '@nodeyard/analysis/ground'
import { RegistryError } from '../../ground/errors.ts'
import type { RepositoryName } from '../../people/code-host/client.ts'

/** Returns the key, which all addresses of a repository share. Returns undefined for other texts. */
export const repositoryKey = (address: string): string | undefined => readRepository(address)?.key

/** Returns the address that `git clone` accepts for a web address inside a repository. */
export const cloneAddress = (address: string): string | undefined => readRepository(address)?.clone

/** Returns the form in which an address is stored; empty for a text that names no repository. */
export const storedAddress = (address: string): string => readRepository(address)?.address ?? ''

/** Returns the form in which an address that a user sent is stored. Throws for a text that names no repository. */
export function normalAddress(sent: string, field: string): string {
  const address = storedAddress(sent)
  if (address !== '' || sent.trim() === '') return address
  throw new RegistryError('invalid_request', {
    message: `${field} must be empty or the address of a repository, such as https://github.com/owner/name, without a user name, “..” or unusual characters`,
    field,
  })
}

/** Returns the address of a renamed repository with the folder of the old address. */
export function renamedAddress(address: string, renamed: string): string {
  const [old, now] = [readRepository(address), readRepository(renamed)]
  if (!now) return ''
  return old && old.folder !== '' ? now.clone + old.address.slice(old.clone.length) : now.clone
}

/** Returns owner and name of a repository at the code host, the only host that can check administrators. */
export function findNameAt(host: string, address: string): RepositoryName | undefined {
  const [found, owner, name, ...rest] = repositoryKey(address)?.split('/') ?? []
  return found === host && owner && name && rest.length === 0 ? { owner, name } : undefined
}
