import type { DbOrTx } from '../../ground/db/database.ts'
import { RegistryError } from '../../ground/errors.ts'
import { assertPublisherId } from './fields.ts'
import { findPublisher } from './sql.ts'

/** Throws unless this id is free. The site calls it on every keystroke. */
export async function assertAvailable(db: DbOrTx, id: string | undefined): Promise<void> {
  const field = 'query.username'
  assertPublisherId(field, id)
  if (await findPublisher(db, id)) throw new RegistryError('publisher_id_taken', { field })
}
