import { decodeText } from '../ground/decode.ts'

/** The file that contains the version of a pack, as a table of the project file names it. */
export interface VersionFile {
  /** Relative to the pack, with forward slashes. */
  path: string
  /** Such as `[tool.comfy.version]`. */
  table: string
}

/** Files with a version are short. */
export const versionFileBytes = 256 * 1024

const assignment =
  /^(?:__version__|VERSION)[\t ]*(?::[^=\n\r\u2028\u2029]*)?=[\t ]*(?:"([^"\\\n]*)"|'([^'\\\n]*)')/m
/** Python joins literals that follow each other. */
const nextLiteral = /^[\t ]*["']/

/** Finds the file in the tables below `tool`. Returns why there is none as a text. */
export function versionFileOf(tool: Readonly<Record<string, unknown>>): VersionFile | string {
  for (const name of ['comfy', 'hatch']) {
    const table = `[tool.${name}.version]`
    const path = memberOf(memberOf(tool[name], 'version'), 'path')
    if (path === undefined) continue
    if (typeof path !== 'string' || path.trim() === '') return `path in ${table} is not text.`
    const parts = path.trim().replaceAll('\\', '/').split('/')
    if (/^(?:\/|[a-z]:)/i.test(path.trim()) || parts.includes('..'))
      return `path in ${table} leads out of the pack.`
    return { path: parts.filter((part) => part !== '' && part !== '.').join('/'), table }
  }
  return 'name its file as path in [tool.comfy.version], or write version in [project].'
}

/**
 * Reads the version from the text of its file, without running it. Returns why there is none as `problem`. Existing clients read
 * it in the same way.
 */
export function versionIn(
  { path, table }: VersionFile,
  bytes: Uint8Array | undefined,
): { version: string } | { problem: string } {
  if (!bytes) return { problem: `there is no ${path}, which ${table} names.` }
  const text = decodeText(bytes.subarray(0, versionFileBytes)).text.replaceAll('\r\n', '\n')
  const found = assignment.exec(text)
  const version = (found?.[1] ?? found?.[2])?.trim()
  const isJoined = found !== null && nextLiteral.test(text.slice(found.index + found[0].length))
  return version && !isJoined
    ? { version }
    : { problem: `${path} has no line such as __version__ = "1.2.3".` }
}

function memberOf(value: unknown, key: string): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
  return Object.entries(value).find(([name]) => name === key)?.[1]
}
