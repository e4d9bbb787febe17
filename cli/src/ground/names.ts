import { isPathParameter } from '@nodeyard/contract/ground'
import { CliError } from './errors.ts'

/** Splits `my-pack@1.0.0`. */
export function nameIn(given = ''): { nodeId: string; version?: string } {
  const at = given.lastIndexOf('@')
  const [nodeId, version] = at < 0 ? [given, ''] : [given.slice(0, at), given.slice(at + 1)]
  if (!isPathParameter(nodeId) || /^\.{1,2}$/.test(version)) throw new CliError('name_invalid', { given })
  return { nodeId, ...(version === '' ? {} : { version }) }
}
