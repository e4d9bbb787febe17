import { wellEscaped } from '../../ground/http/well-escaped.ts'

/**
 * Escapes the name of a comfy-node in a URL. Names can contain slashes and percent signs that clients leave unescaped, and
 * the router needs the name as one well-escaped segment. Source: clients 6.7.
 */
export function withNameAsOnePart(url: string): string {
  const [path = '', ...query] = url.split('?')
  const found = namePlaces.map((place) => place.exec(path)).find((match) => match)
  if (!found) return url
  const [, before, name = '', after] = found
  return [before + wellEscaped(name).replaceAll('/', '%2F') + after, ...query].join('?')
}

const namePlaces = [
  /^(\/comfy-nodes\/)(.+)(\/(?:node|replacements)\/?)$/,
  /^(\/nodes\/[^/]+\/versions\/[^/]+\/comfy-nodes\/)(.+)()$/,
]
