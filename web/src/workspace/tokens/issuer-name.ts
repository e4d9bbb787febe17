import type { CiIssuer, CiKind } from '@nodeyard/contract/packs'

/** Product names are the same in every language. */
const names: Record<CiKind, string> = { github: 'GitHub Actions', gitlab: 'GitLab CI' }

/** Name of a CI service with its host, because a registry can accept several of one kind. */
export function issuerName({ kind, issuer }: CiIssuer): string {
  return `${names[kind]} (${URL.canParse(issuer) ? new URL(issuer).host : issuer})`
}
