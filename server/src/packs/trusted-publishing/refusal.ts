import { RegistryError } from '../../ground/errors.ts'

/** Returns the error for a malformed token, with or without a valid signature. */
export function malformed(reason: string): RegistryError {
  return new RegistryError('invalid_request', {
    message: `body.token cannot be read: ${reason}.`,
    field: 'body.token',
  })
}

/** Returns the error for a well-formed token that is not valid. */
export function unacceptable(reason: string): RegistryError {
  return new RegistryError('ci_token_invalid', {
    message: `This token of a CI service cannot be accepted: ${reason}.`,
    field: 'body.token',
  })
}

/** Shortens and escapes a caller's text for use in a sentence. */
export function shown(text: string): string {
  const clean = text.replace(/[\x00-\x1f\x7f]/g, '').slice(0, 300)
  return clean === '' ? 'nothing' : clean.toWellFormed()
}
