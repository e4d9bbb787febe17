import { RegistryRefusal } from '@nodeyard/contract/ground'
import { data } from 'react-router'

/** Error code and message of the API, if it sent any. */
export interface PageProblem {
  code: string
  message: string
}

/**
 * Converts a loading error into a response for the error page and throws it. Refusals that concern the
 * visitor keep their status, an unavailable API becomes 503, and bugs are rethrown.
 */
export function toPageError(error: unknown): never {
  if (error instanceof RegistryRefusal) {
    const { error: code, message } = error.problem
    throw data<PageProblem>({ code, message }, { status: statusFor(error.status) })
  }
  if (isNetworkFailure(error)) throw data<PageProblem>(unreachable, { status: 503 })
  throw error
}

function statusFor(status: number): number {
  if (status === 400 || status === 414) return 404
  if (status === 500) return 500
  return status > 500 ? 503 : status
}

export const unreachable: PageProblem = { code: 'unreachable', message: '' }

/** Browsers throw a TypeError for an unreachable server and for a missing script, with different messages. */
export function isNetworkFailure(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /fetch|network|load failed|dynamically imported|importing a module/i.test(error.message)
  )
}
