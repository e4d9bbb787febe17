/**
 * Parses the address of a repository at the code host into owner and name. Returns undefined for other
 * addresses. Source: API contract 13.
 */
export function repositoryNameAt(
  codeHost: string,
  address: string | undefined,
): { owner: string; repo: string } | undefined {
  const plain = (address ?? '').trim().replace(/^git@([^:/]+):/, 'https://$1/')
  if (!URL.canParse(plain)) return undefined
  const { host, pathname } = new URL(plain)
  if (host.replace(/^www\./, '') !== codeHost) return undefined
  const [owner, name] = pathname.split('/').filter(Boolean)
  const repo = name?.replace(/\.git$/, '')
  return owner && repo ? { owner, repo } : undefined
}
