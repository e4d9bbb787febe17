import { CliError, UnavailableError } from '../ground/errors.ts'
import type { TextKey } from '../ground/texts.ts'
import type { Answer } from './send.ts'

/** The request that was refused. */
export type Subject = 'version' | 'archive' | 'bundle' | 'report' | 'request'

const maxDetails = 5
const maxLetters = 2_000

/** Describes an unexpected response, with advice for known error codes. */
export function refusalOf(subject: Subject, { origin }: URL, { status, text }: Answer): CliError {
  const problem = problemIn(text)
  const isTemporary = status >= 500 || status === 429
  if (!problem) {
    const values = { origin, status: String(status) }
    return isTemporary
      ? new UnavailableError('not_a_registry', values)
      : new CliError('not_a_registry', values)
  }
  const { error: code, message, details } = problem
  if (code === 'version_held')
    return new CliError(
      'version_held',
      { page: details[0] ?? message },
      { code, advice: 'advice_held', heldFor: details.slice(1) },
    )
  const keys = {
    version: 'refused_version',
    archive: 'refused_archive',
    bundle: 'refused_bundle',
    report: 'refused_report',
    request: 'refused',
  } as const
  const values = { status: String(status), message: message.slice(0, maxLetters) }
  const more = { code, details: details.filter(isSentence).slice(0, maxDetails), advice: adviceOf[code] }
  return isTemporary
    ? new UnavailableError(keys[subject], values, more)
    : new CliError(keys[subject], values, more)
}

const adviceOf: Record<string, TextKey | undefined> = {
  invalid_publish_token: 'advice_log_in',
  missing_credential: 'advice_log_in',
  publish_token_of_other_publisher: 'advice_other_publisher',
  publish_token_out_of_scope: 'advice_scope',
  version_taken: 'advice_version_taken',
  too_many_requests: 'advice_wait',
}

interface Problem {
  error: string
  message: string
  details: string[]
}

function problemIn(text: string): Problem | undefined {
  try {
    const { error, message, details }: Record<string, unknown> = JSON.parse(text)
    if (typeof message !== 'string' || message === '') return undefined
    return {
      error: typeof error === 'string' ? error : '',
      message,
      details: Array.isArray(details) ? details.filter((one) => typeof one === 'string') : [],
    }
  } catch {
    return undefined
  }
}

/** Skips the codes for programs among the details. */
const isSentence = (detail: string) => detail.includes(' ')
