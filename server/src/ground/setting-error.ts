/** A setting that does not work on this machine or with the services around it. The message begins with its name. */
export class SettingError extends Error {
  override name = 'SettingError'
}

/** The reason that each error code of the system stands for. */
const reasons: Readonly<Record<string, string>> = {
  EACCES: 'this user has no right to use it',
  EPERM: 'this user has no right to use it',
  EEXIST: 'it is not a folder',
  ENOTDIR: 'it is not a folder',
  ENOENT: 'it does not exist',
  EISDIR: 'it is a folder',
  EROFS: 'it is on a read-only disk',
  ENOSPC: 'the disk is full',
  EDQUOT: 'the quota of this user is used up',
  EIO: 'the disk is full or damaged',
  EADDRINUSE: 'another program uses this port',
  EADDRNOTAVAIL: 'this machine does not have this address',
  ENOTFOUND: 'there is no host of this name',
  EAI_AGAIN: 'the name cannot be looked up now',
  ECONNREFUSED: 'nothing accepts connections there',
  ETIMEDOUT: 'it does not respond',
}

/** The code of an error, or of the first of several, as for a host with two addresses. */
export function codeOf(error: unknown): string {
  const { code, errors, cause } = error as { code?: unknown; errors?: unknown[]; cause?: unknown }
  if (typeof code === 'string') return code
  const inner = errors?.[0] ?? cause
  return inner === undefined ? '' : codeOf(inner)
}

/** Returns an error that explains why a setting does not work, such as `DATA_DIR=/srv/data: the disk is full`. */
export function blame(setting: string, error: unknown): SettingError {
  if (error instanceof SettingError) return error
  const message = error instanceof Error ? error.message : String(error)
  // The embedded database names the code only in its message.
  const reason = reasons[codeOf(error)] ?? reasons[/^E[A-Z]+/.exec(message)?.[0] ?? '']
  return new SettingError(`${setting}: ${reason ?? message}`, { cause: error })
}

/** Returns a handler for `catch` that blames this setting. */
export const blaming =
  (setting: string) =>
  (error: unknown): never => {
    throw blame(setting, error)
  }
