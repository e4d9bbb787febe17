import { errors } from '@nodeyard/contract/ground'
import type { RegistryError } from '../errors.ts'

/** Whether the client requests problem details explicitly. */
export function wantsProblemDetails(accept: string | undefined): boolean {
  return accept !== undefined && /application\/problem\+json(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accept)
}

/** Translates an error to problem details (RFC 9457), whose `type` links to the documentation of its code. */
export function toProblemDetails(error: RegistryError, apiUrl: string, requestId: string): object {
  const { code, status, message, extra } = error
  return {
    type: `${apiUrl}/errors/${code}`,
    title: errors[code].message,
    status,
    detail: message,
    instance: `urn:uuid:${requestId}`,
    code,
    ...extra,
  }
}
