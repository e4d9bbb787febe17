/** The publish did not succeed; the message is what the command-line client prints. */
export class PublishError extends Error {
  override name = 'PublishError'
  /** The registry's error code, where it refused. */
  readonly code: string | undefined
  constructor(message: string, code?: string) {
    super(message)
    this.code = code
  }
}

/** The registry could not be reached, or said that it is not available: the same request may succeed later. */
export class UnavailableError extends PublishError {
  override name = 'UnavailableError'
}

/** Rethrows an error of the file system as one sentence that names the file. */
export function rethrowFileError(error: unknown, path: string): never {
  const code = codeOf(error)
  if (error instanceof PublishError || code === undefined) throw error
  throw new PublishError(`${path}: ${fileProblems[code] ?? `it cannot be read (${code}).`}`)
}

export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error && 'code' in error)) return undefined
  return typeof error.code === 'string' ? error.code : undefined
}

const denied = 'you have no permission to read it. Change its permissions, or leave it out with .comfyignore.'
const fileProblems: Record<string, string> = {
  ENOENT: 'there is no such file or folder.',
  ENOTDIR: 'this is no folder. Give the folder that holds pyproject.toml.',
  EISDIR: 'this is a folder, but a file is needed.',
  EACCES: denied,
  EPERM: denied,
  ELOOP: 'this link leads in a circle. Remove it.',
  ENOSPC: 'the disk is full. Free some space, and run the same command again.',
  EMFILE: 'too many files are open. Close other programs, and run the same command again.',
}
