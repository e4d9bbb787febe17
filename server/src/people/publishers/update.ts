import type { BodyOf } from '@nodeyard/contract/ground'
import type { updatePublisher as updatePublisherRoute } from '@nodeyard/contract/people'
import { recordEvent } from '../../ground/audit/sql.ts'
import { markChanged, transact } from '../../ground/db/changes.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertMayWrite, type UserActor } from '../../ground/permissions.ts'
import type { Deps } from './deps.ts'
import { toColumns } from './fields.ts'
import { lockOwnedPublisher } from './owner.ts'
import { changePublisher, listNodeIdsOf, type PublisherChange, type PublisherRow } from './sql.ts'
import { isOwnPhoto } from './to-wire.ts'

/** Updates the given fields. Clients send back whole publishers, so equal values do not count as changes. */
export async function updatePublisher(
  deps: Pick<Deps, 'db' | 'changes' | 'now' | 'config'>,
  user: UserActor,
  publisherId: string,
  fields: BodyOf<typeof updatePublisherRoute>,
): Promise<PublisherRow> {
  assertMayWrite(user)
  const { logo, ...others } = fields
  const isAsRead = logo !== undefined && isOwnPhoto(deps.config, publisherId, logo)
  const given = toColumns(isAsRead ? others : fields)
  if (given.name === '') {
    throw new RegistryError('invalid_request', { message: 'body.name must not be empty', field: 'body.name' })
  }
  return transact(deps, async (tx) => {
    const before = await lockOwnedPublisher(tx, publisherId, user)
    // Another address replaces an uploaded photo.
    const change = differences(before, given.logo_url === undefined ? given : { ...given, logo_upload: '' })
    if (Object.keys(change).length === 0) return before
    const after = await changePublisher(tx, before.id, { ...change, updated_at: deps.now() })
    await recordEvent(tx, {
      actor: user,
      action: 'publisher.update',
      subject: { kind: 'publisher', id: before.id },
      publisherId: before.id,
      before: Object.fromEntries(columnsOf(change).map((column) => [column, before[column]])),
      after: change,
      at: deps.now(),
    })
    markChanged(tx, `publisher:${before.id}`, 'publishers')
    // Node lists include publisher fields; responses about one node already carry the publisher's tag.
    const nodeIds = await listNodeIdsOf(tx, before.id)
    if (nodeIds.length > 0) markChanged(tx, 'nodes')
    if (change.name !== undefined) markChanged(tx, ...nodeIds.map((id) => `node:${id}`))
    return after
  })
}

const editable = [
  'name',
  'description',
  'website',
  'support_email',
  'source_code_repo',
  'logo_url',
  'logo_upload',
] as const

function differences(row: PublisherRow, given: PublisherChange): PublisherChange {
  const changed = columnsOf(given).filter((column) => given[column] !== row[column])
  return Object.fromEntries(changed.map((column) => [column, given[column]]))
}

const columnsOf = (change: PublisherChange) => editable.filter((column) => change[column] !== undefined)
