/** A failed publish. The command-line client prints the message. */
export class PublishError extends Error {
  override name = 'PublishError'
  /** The error code of the registry, if it refused. */
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** The registry is unreachable or unavailable. The same request can succeed later. */
export class UnavailableError extends PublishError {
  override name = 'UnavailableError'
}

/** Rethrows a file system error with a message that names the file. */
export function rethrowFileError(error: unknown, path: string): never {
  const code = codeOf(error)
  if (error instanceof PublishError || code === undefined) throw error
  throw new PublishError(`${path}: ${fileProblems[code] ?? `cannot be read (${code}).`}`)
}

/** Returns the code of a system error. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const denied = 'you have no permission to read it. Change its permissions, or leave it out with .comfyignore.'
const fileProblems: Record<string, string> = {
  ENOENT: 'no such file or folder.',
  ENOTDIR: 'not a folder. Pass the folder that contains pyproject.toml.',
  EISDIR: 'a folder where a file is required.',
  EACCES: denied,
  EPERM: denied,
  ELOOP: 'a circular link. Remove it.',
  ENOSPC: 'the disk is full. Free some space, and run the same command again.',
  EMFILE: 'too many files are open. Close other programs, and run the same command again.',
}
