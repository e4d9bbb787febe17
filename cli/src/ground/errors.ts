import { heldLines } from './held-lines.ts'
import { inEnglish, type TextKey, type TextValues } from './texts.ts'

export interface CliErrorOptions {
  /** The error code of the registry, if it refused. */
  code?: string | undefined
  /** Lines below the message, in the words of the registry. */
  details?: readonly string[] | undefined
  /** Groups of the findings that hold the version. */
  heldFor?: readonly string[] | undefined
  /** What the user can do about it. */
  advice?: TextKey | undefined
}

/** A problem that the user can act on. `message` is English; the program prints it in the language of the user. */
export class CliError extends Error {
  override name = 'CliError'
  readonly key: TextKey
  readonly values: TextValues
  readonly code: string | undefined
  readonly details: readonly string[]
  readonly heldFor: readonly string[]
  readonly advice: TextKey | undefined

  constructor(
    key: TextKey,
    values: TextValues = {},
    { code, details = [], heldFor = [], advice }: CliErrorOptions = {},
  ) {
    const lines = [...heldLines(heldFor, inEnglish), ...details, ...(advice ? [inEnglish(advice)] : [])]
    super([inEnglish(key, values), ...lines].join('\n  '))
    this.key = key
    this.values = values
    this.code = code
    this.details = details
    this.heldFor = heldFor
    this.advice = advice
  }
}

/** The registry is unreachable or unavailable. The same request can succeed later. */
export class UnavailableError extends CliError {
  override name = 'UnavailableError'
}

/** Rethrows a file system error with a message that names the file. */
export function rethrowFileError(error: unknown, path: string): never {
  const code = codeOf(error)
  if (error instanceof CliError || code === undefined || !isFileError(error)) throw error
  const key = fileProblems[code]
  throw key ? new CliError(key, { path }) : new CliError('file_unreadable', { path, code })
}

/** Rethrows the error of a change to a file or folder with a message that names it. */
export function rethrowWriteError(error: unknown, path: string): never {
  const key = writeProblems[codeOf(error) ?? '']
  if (error instanceof CliError || !key) rethrowFileError(error, path)
  throw new CliError(key, { path })
}

/** Returns the code of a system error. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const isFileError = (error: unknown): boolean => /^E[A-Z0-9]+$/.test(codeOf(error) ?? '')

const writeProblems: Readonly<Record<string, TextKey>> = {
  EACCES: 'write_denied',
  EPERM: 'write_denied',
  EROFS: 'write_denied',
  EBUSY: 'folder_in_use',
  EXDEV: 'folder_in_use',
}

const fileProblems: Record<string, TextKey> = {
  ENOENT: 'file_missing',
  ENOTDIR: 'file_not_folder',
  EISDIR: 'file_is_folder',
  EACCES: 'file_denied',
  EPERM: 'file_denied',
  ELOOP: 'file_circular',
  ENOSPC: 'disk_full',
  EDQUOT: 'disk_full',
  EMFILE: 'too_many_open',
}
