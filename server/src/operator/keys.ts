import type { Deps } from '../deps.ts'
import { type AuditEvent, recordEvent } from '../ground/audit/sql.ts'
import { transact } from '../ground/db/changes.ts'
import { signServiceToken } from '../people/identity/service-token.ts'

const operator = { kind: 'operator', id: 'operator' } as const

/** Creates a token for a service and records its name and lifetime. The token itself is not stored. */
export async function createServiceToken(
  deps: Deps,
  service: { name: string; days: number },
): Promise<string> {
  const token = await signServiceToken(deps, service)
  await record(deps, 'service-token.create', service)
  return token
}

/** Rotates the key that signs ID tokens. Returns false if a hosted project signs them. */
export async function rotateSigningKey(deps: Deps): Promise<boolean> {
  const { signer } = deps.identity
  if (!signer) return false
  await signer.rotate()
  await record(deps, 'identity.rotate-keys')
  return true
}

function record(deps: Deps, action: string, after?: AuditEvent['after']): Promise<void> {
  const subject = { kind: 'registry', id: 'registry' } as const
  return transact(deps, (tx) => recordEvent(tx, { actor: operator, action, subject, after, at: deps.now() }))
}
