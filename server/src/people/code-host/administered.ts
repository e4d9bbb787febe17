import { RegistryError } from '../../ground/errors.ts'
import type { CodeHost, HostRepository, RepositoryName } from './client.ts'

/**
 * Returns the repository and the login of the token's user. Throws `not_repository_admin` unless that user administers
 * it, or when they cannot see it.
 */
export async function getAdministered(
  codeHost: CodeHost,
  name: RepositoryName,
  token: string,
): Promise<{ repository: HostRepository; login: string }> {
  const { login } = await codeHost.getUser(token)
  const repository = await codeHost.findRepository(name, token)
  if (!repository) throw new RegistryError('not_repository_admin')
  const isAdmin = repository.isAdmin ?? (await codeHost.findPermission(repository, login, token)) === 'admin'
  if (!isAdmin) throw new RegistryError('not_repository_admin')
  return { repository, login }
}
