import { errors } from '@nodeyard/contract/errors'
import type { RegistryError } from '../errors.ts'

/** Whether the client has asked for problem details by name. */
export function wantsProblemDetails(accept: string | undefined): boolean {
  return accept !== undefined && /application\/problem\+json(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(accept)
}

/** A refusal as problem details (RFC 9457); `type` leads to what its code means. */
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
