import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { findPublisher } from './sql.ts'

/** Errors that a misspelled publisher id can cause. */
const publisherErrors: readonly string[] = [
  'publisher_not_found',
  'publisher_unknown_for_token',
  'publish_token_of_other_publisher',
  'trusted_publisher_not_found',
  'node_of_other_publisher',
  'not_publisher_owner',
]

/** Adds the correct id to an error if a publisher id in the request has uppercase letters or a leading `@`. */
export async function withRightPublisher(
  db: DbOrTx,
  error: RegistryError,
  request: { params: unknown; body: unknown },
): Promise<RegistryError> {
  if (!publisherErrors.includes(error.code)) return error
  for (const written of idsIn(request)) {
    const right = written.trim().replace(/^@/, '').toLowerCase()
    if (right === written || (await findPublisher(db, written))) continue
    if (await findPublisher(db, right)) return withDetail(error, written, right)
  }
  return error
}

/** Collects the publisher ids in the path and body of a request. */
function idsIn({ params, body }: { params: unknown; body: unknown }): string[] {
  const { publisher_id, publisher, to } = membersOf(body)
  const ids = [membersOf(params)['publisherId'], publisher_id, membersOf(publisher)['id'], to]
  return ids.filter((id) => typeof id === 'string')
}

const membersOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? { ...value } : {}

function withDetail({ code, message, extra }: RegistryError, written: string, right: string): RegistryError {
  const detail = `There is no publisher “${written}”. Did you mean “${right}”?`
  return new RegistryError(code, { ...extra, message, details: [detail] })
}
