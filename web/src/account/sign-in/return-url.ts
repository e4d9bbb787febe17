import { links } from '../../ground/paths/links.ts'

/**
 * Returns the absolute URL of the page to return to after signing in. Other origins, other schemes and the
 * sign-in pages fall back to the user's nodes. The URL is absolute because a path can start with two slashes,
 * which name another host.
 */
export function returnUrl(fromUrl: string | null, origin: string): string {
  const fallback = new URL(links.ownNodes(), origin).href
  if (!fromUrl || !URL.canParse(fromUrl, origin)) return fallback
  const url = new URL(fromUrl, origin)
  const isOurs = url.origin === origin && url.username === '' && url.password === ''
  return isOurs && !/^\/(?:[a-z]{2}\/)?auth(?:\/|$)/.test(url.pathname) ? url.href : fallback
}
