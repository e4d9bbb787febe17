import { readRepository } from '@nodeyard/analysis/ground'

/**
 * Parses the address of a repository at the code host into owner and name. Returns undefined for other
 * addresses. Source: API contract 13.
 */
export function repositoryNameAt(
  codeHost: string,
  address = '',
): { owner: string; repo: string } | undefined {
  const { key = '', clone = '' } = readRepository(address) ?? {}
  const [owner, repo, ...rest] = clone.split('/').slice(3)
  const isThere = key.startsWith(`${codeHost}/`) && rest.length === 0
  return isThere && owner && repo ? { owner, repo } : undefined
}
