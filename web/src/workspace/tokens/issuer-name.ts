import type { CiIssuer, CiKind } from '@nodeyard/contract/trusted-publishing'

/** Names of products, the same in every language. */
const names: Record<CiKind, string> = { github: 'GitHub Actions', gitlab: 'GitLab CI' }

/** With the host, because there may be several of one kind. */
export function issuerName({ kind, issuer }: CiIssuer): string {
  return `${names[kind]} (${URL.canParse(issuer) ? new URL(issuer).host : issuer})`
}
