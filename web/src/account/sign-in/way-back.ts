import { links } from '../../ground/paths/links.ts'

/**
 * Where somebody came from, as the whole address of a page of this site. Anything else that stands in the
 * parameter leads to the own nodes: another origin, another scheme, or a page of signing in itself. Whole, because
 * a path alone may begin with two slashes, which name another host.
 */
export function wayBack(fromUrl: string | null, origin: string): string {
  const fallback = new URL(links.ownNodes(), origin).href
  if (!fromUrl || !URL.canParse(fromUrl, origin)) return fallback
  const url = new URL(fromUrl, origin)
  const isOurs = url.origin === origin && url.username === '' && url.password === ''
  return isOurs && !/^\/(?:[a-z]{2}\/)?auth(?:\/|$)/.test(url.pathname) ? url.href : fallback
}
