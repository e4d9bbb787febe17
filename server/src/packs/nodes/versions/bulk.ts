import { limits } from '@nodeyard/contract/limits'
import type { BulkResult } from '@nodeyard/contract/packs'
import { RegistryError } from '../../../ground/errors.ts'
import type { Deps } from '../deps.ts'
import { normalizeVersion } from './number.ts'
import { findRequestedVersions } from './sql.ts'
import { toNodeVersion } from './to-wire.ts'

type Identifier = BulkResult['identifier']

/**
 * Returns one result per identifier, in request order and with the spelling of the request. A bad identifier
 * gets an error result instead of failing the request, because programs look up everything they have
 * installed at once. Source: API contract 15.4, clients 6.5.
 */
export async function bulkVersions(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  entries: readonly unknown[],
): Promise<BulkResult[]> {
  if (entries.length > limits.bulkIdentifiers) {
    throw new RegistryError('too_many_identifiers', {
      field: 'body.node_versions',
      limit: limits.bulkIdentifiers,
    })
  }
  const checked = entries.map(check)
  const requested = checked.flatMap(({ identifier, fault }, place) => {
    const number = fault ? undefined : normalizeVersion(identifier.version)
    return number ? [{ place, nodeId: identifier.node_id, number }] : []
  })
  const found = new Map((await findRequestedVersions(db, requested)).map((row) => [row.place, row]))
  return checked.map(({ identifier, fault }, place) => {
    const row = found.get(place)
    if (fault) return { identifier, status: 'error', error_message: fault }
    if (!row) return { identifier, status: 'not_found' }
    return { identifier, status: 'success', node_version: toNodeVersion(config, row) }
  })
}

function check(entry: unknown): { identifier: Identifier; fault?: string } {
  const { node_id: nodeId, version } = (typeof entry === 'object' && entry !== null ? entry : {}) as Partial<
    Record<keyof Identifier, unknown>
  >
  const identifier = { node_id: readable(nodeId), version: readable(version) }
  const fault = faultOf('node_id', nodeId) ?? faultOf('version', version)
  return { identifier, ...(fault ? { fault } : {}) }
}

function faultOf(name: string, value: unknown): string | undefined {
  if (typeof value !== 'string') return `${name} must be a string.`
  if (value.length > limits.bulkIdentifierLength) {
    return `${name} must not be longer than ${limits.bulkIdentifierLength} characters.`
  }
  return value.includes('\0') || !value.isWellFormed() ? `${name} is not well-formed text.` : undefined
}

const readable = (value: unknown) => (typeof value === 'string' ? value.toWellFormed() : '')
