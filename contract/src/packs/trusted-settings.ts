import { cleanPasted } from '../ground/pasted-secret.ts'
import type { CiKind, TrustedPublisherInput } from './trusted-publishing.ts'

const githubIssuer = 'https://token.actions.githubusercontent.com'

/** Returns the URL of the code host whose builds get tokens from an issuer. */
export function codeHostOf({ kind, issuer }: { kind: CiKind; issuer: string }): string {
  const isPublic = kind === 'github' && `${issuer}/`.startsWith(`${githubIssuer}/`)
  return isPublic ? 'https://github.com' : new URL(issuer).origin
}

/**
 * Normalizes the pasted settings of a trusted build to the spelling of the claims that they are compared
 * with: page URLs, `.git`, folders, refs and blanks are removed. Other text stays unchanged, and matches no
 * pattern.
 */
export function toTrustedSettings(input: TrustedPublisherInput, kind: CiKind): TrustedPublisherInput {
  const issuer = cleanPasted(input.issuer).replace(/\/$/, '')
  const host = URL.canParse(issuer) ? new URL(codeHostOf({ kind, issuer })).host : ''
  const repository = toRepository(cleanPasted(input.repository), kind, host)
  return {
    node_id: cleanPasted(input.node_id),
    issuer,
    repository,
    workflow: toWorkflow(cleanPasted(input.workflow), repository, { kind, host }),
    environment: cleanPasted(input.environment ?? ''),
    ref: cleanPasted(input.ref ?? ''),
  }
}

/** `https://host/PATH`, `ssh://git@host/PATH`, `git@host:PATH` or `host/PATH`. */
const address = /^(?:[a-z+]{1,12}:\/\/)?(?:[\w.-]{1,100}@)?([\w.-]{1,255}(?::\d{1,5})?)[/:](.*)$/i

/** Returns the path of a URL on the host, or undefined for any other text. */
function pathAt(host: string, text: string): string | undefined {
  const [, authority = '', path = ''] = address.exec(text) ?? []
  const isThere = authority.toLowerCase().replace(/^www\./, '') === host
  return isThere ? (path.split(/[?#]/)[0] ?? '') : undefined
}

function toRepository(text: string, kind: CiKind, host: string): string {
  const path = pathAt(host, text)
  const parts = (path ?? text).split('/').filter((part) => part !== '')
  const end = kind === 'github' ? 2 : parts.indexOf('-')
  const name = (path === undefined || end < 0 ? parts : parts.slice(0, end)).join('/')
  return text.includes('://') && path === undefined ? text : name.replace(/\.git$/i, '')
}

function toWorkflow(
  text: string,
  repository: string,
  { kind, host }: { kind: CiKind; host: string },
): string {
  const named = withoutRef(text)
  const path = pathAt(host, named)
  const file = withoutStart(withoutStart(path ?? named, `${repository}/`), './').replace(/^\/+/, '')
  const page = path === undefined ? file : file.replace(/^(?:-\/)?(?:blob|raw|edit|tree)\/[^/]+\//, '')
  return kind === 'github' ? page.replace(/^(?:\.github|actions)\/workflows\//, '') : page
}

/** Removes `@refs/heads/main` or `@v1` after a file name. */
function withoutRef(text: string): string {
  const at = text.lastIndexOf('@refs/')
  const file = at > 0 ? text.slice(0, at) : text
  const last = file.lastIndexOf('@')
  return !isYaml(file) && isYaml(file.slice(0, last)) ? file.slice(0, last) : file
}

const isYaml = (file: string) => /\.ya?ml$/i.test(file)

const withoutStart = (text: string, start: string) =>
  text.toLowerCase().startsWith(start.toLowerCase()) ? text.slice(start.length) : text
