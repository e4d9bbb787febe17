/** Shells that people paste commands into. `posix` is Bash, Zsh and the like. */
export const shells = ['posix', 'powershell', 'cmd'] as const
export type Shell = (typeof shells)[number]

/** Characters without a meaning in any of the shells. */
const plain: Record<Shell, RegExp> = {
  posix: /^[\w./:@%+,=][\w./:@%+,=-]*$/,
  powershell: /^[\w./:\\+][\w./:\\+=@~-]*$/,
  cmd: /^[\w./:@\\+][\w./:@\\+~-]*$/,
}

/**
 * Quotes a text as one word of a command. Strangers choose names and addresses. Returns undefined for a text that the shell cannot
 * state: PowerShell and the command prompt of Windows pass no double quotes on, and the latter replaces `%NAME%` everywhere.
 */
export function quotedIn(shell: Shell, text: string): string | undefined {
  if (plain[shell].test(text)) return text
  if (shell === 'posix') return quoted(text)
  if (/["\p{Cc}\p{Zl}\p{Zp}]/u.test(text) || text === '' || text.endsWith('\\')) return undefined
  // PowerShell also ends a text at typographic quotes, and doubled ones stand for themselves.
  if (shell === 'powershell') return `'${text.replace(/['\u2018-\u201b]/g, '$&$&')}'`
  return text.includes('%') ? undefined : `"${text}"`
}

/** Quotes a text for a POSIX shell. */
export const quoted = (text: string): string =>
  plain.posix.test(text) ? text : `'${text.replaceAll("'", "'\\''")}'`
