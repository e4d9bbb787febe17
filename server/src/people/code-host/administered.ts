import { RegistryError } from '../../ground/errors.ts'
import type { CodeHost, HostRepository, RepositoryName } from './client.ts'

/**
 * The repository, and by what name the token's user goes, if that user administers it. One that the user may not see is
 * treated alike.
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
