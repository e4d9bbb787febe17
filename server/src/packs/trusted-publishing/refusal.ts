import { RegistryError } from '../../ground/errors.ts'

/** The refusal of a token that is not well-formed, whoever signed it. */
export function malformed(reason: string): RegistryError {
  return new RegistryError('invalid_request', {
    message: `body.token cannot be read: ${reason}.`,
    field: 'body.token',
  })
}

/** The refusal of a well-formed token that is not good. */
export function unacceptable(reason: string): RegistryError {
  return new RegistryError('ci_token_invalid', {
    message: `This token of a CI service cannot be accepted: ${reason}.`,
    field: 'body.token',
  })
}

/** Makes text that a caller sent fit into a sentence. */
export function shown(text: string): string {
  const clean = text.replace(/[\x00-\x1f\x7f]/g, '').slice(0, 300)
  return clean === '' ? 'nothing' : clean.toWellFormed()
}
