import { type BodyOf, publisherIdPattern } from '@nodeyard/contract/ground'
import { limits } from '@nodeyard/contract/limits'
import type { updatePublisher } from '@nodeyard/contract/people'
import { RegistryError } from '../../ground/errors.ts'
import type { PublisherChange } from './sql.ts'

type Fields = BodyOf<typeof updatePublisher>

/** Throws unless the text is a valid publisher id. Source: API contract 29.2. */
export function assertPublisherId(field: string, id: string | undefined): asserts id {
  if (!id) throw new RegistryError('publisher_id_invalid', { message: 'A publisher id is required.', field })
  if (id.length > limits.publisherIdLength) {
    const limit = limits.publisherIdLength
    throw new RegistryError('publisher_id_invalid', {
      message: `A publisher id has at most ${limit} characters.`,
      field,
      limit,
    })
  }
  if (!new RegExp(publisherIdPattern).test(id)) throw new RegistryError('publisher_id_invalid', { field })
  // The route that validates ids would shadow such a publisher.
  if (id === 'validate') throw new RegistryError('publisher_id_taken', { field })
}

/** Checks the given fields and returns them by column name. */
export function toColumns(fields: Fields): PublisherChange {
  for (const field of ['website', 'source_code_repo', 'logo'] as const) assertWebAddress(field, fields[field])
  const columns = {
    name: fields.name?.trim(),
    description: fields.description,
    website: fields.website,
    support_email: fields.support,
    source_code_repo: fields.source_code_repo,
    logo_url: fields.logo,
  }
  return Object.fromEntries(Object.entries(columns).filter(([, value]) => value !== undefined))
}

/** The site links to this address, so it must not be able to run a script. */
function assertWebAddress(field: string, address = ''): void {
  if (address === '' || (/^https?:\/\//i.test(address) && URL.canParse(address))) return
  throw new RegistryError('invalid_request', {
    message: `body.${field} must be empty or an address that starts with http:// or https://`,
    field: `body.${field}`,
  })
}
