import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { findPublisher } from './sql.ts'

/** Refusals that a publisher id in the wrong spelling may be the cause of. */
const ofPublisher: readonly string[] = [
  'publisher_not_found',
  'publisher_unknown_for_token',
  'publish_token_of_other_publisher',
  'trusted_publisher_not_found',
  'node_of_other_publisher',
  'not_publisher_owner',
]

/** Where a caller wrote a publisher id in other letter case or with a leading `@`, adds the right id to the refusal. */
export async function withRightPublisher(
  db: DbOrTx,
  error: RegistryError,
  request: { params: unknown; body: unknown },
): Promise<RegistryError> {
  if (!ofPublisher.includes(error.code)) return error
  for (const written of idsIn(request)) {
    const right = written.trim().replace(/^@/, '').toLowerCase()
    if (right === written || (await findPublisher(db, written))) continue
    if (await findPublisher(db, right)) return withDetail(error, written, right)
  }
  return error
}

/** Publisher ids in the path and in the body of a request. */
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
