import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import { hostOf } from '@nodeyard/outside/public-address'
import { addressesOf } from './addresses-of.ts'
import { type AllowedNetworks, mayBePosted, mayReach } from './networks.ts'

export interface Reach {
  networks: AllowedNetworks
  /** Set where strangers choose the URL: other ports than that of the protocol are for allowed networks only. */
  isUsualPortOnly?: true
  /** Resolves a host to its IP addresses. */
  resolve?(host: string, signal: AbortSignal): Promise<string[]>
}

/** Returns the address to connect to; undefined for a URL that leads to a network that is not allowed. */
export async function allowedIp(
  url: URL,
  { networks, isUsualPortOnly, resolve = addressesOf }: Reach,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!mayBePosted(url, networks)) return undefined
  const host = hostOf(url)
  const ips = isIP(host) ? [host] : await resolve(host, signal)
  // Refuses names that also resolve to a private network, which is a sign of an attack.
  const isPortAllowed = (ip: string) => !isUsualPortOnly || url.port === '' || networks.has(ip)
  return ips.every((ip) => mayReach(url, ip, networks) && isPortAllowed(ip)) ? ips[0] : undefined
}

export interface Sent {
  method: 'GET' | 'POST'
  headers: Record<string, string>
  body?: Buffer
  signal: AbortSignal
}

/** Sends a request to exactly this IP address. Follows no redirects. */
export function sendTo(
  url: URL,
  ip: string,
  { method, headers, body, signal }: Sent,
): Promise<IncomingMessage> {
  const open = url.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    open({
      host: ip,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      ...(isIP(hostOf(url)) ? {} : { servername: hostOf(url) }),
      method,
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, ...(body ? { 'content-length': body.length } : {}) },
      agent: false,
      signal,
    })
      .once('response', resolve)
      // Errors after the response has started belong to the response.
      .on('error', reject)
      .end(body)
  })
}
