import { RegistryRefusal } from '@nodeyard/contract/client'
import { data } from 'react-router'

/** What an error page knows: the API's code and sentence, when the API gave one. */
export interface PageProblem {
  code: string
  message: string
}

/**
 * Turns what went wrong while loading into what the error page shows. A refusal that a visitor can
 * understand keeps its status; an API that fails or cannot be reached is 503; a bug stays a bug.
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

/** Browsers report a server that cannot be reached as a TypeError, and a script that is not there, each in its words. */
export function isNetworkFailure(error: unknown): boolean {
  return (
    error instanceof TypeError &&
    /fetch|network|load failed|dynamically imported|importing a module/i.test(error.message)
  )
}
