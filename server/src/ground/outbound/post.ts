import { type IncomingMessage, request as overHttp } from 'node:http'
import { request as overHttps } from 'node:https'
import { isIP } from 'node:net'
import { performance } from 'node:perf_hooks'
import { abortable } from './abortable.ts'
import { addressesOf } from './addresses-of.ts'
import { type AllowedNetworks, hostOf, mayBePosted, mayReach } from './networks.ts'

export interface Posted {
  durationMs: number
  status?: number
  /** The beginning of the response, as text. */
  answer: string
  /** Why there is no response. */
  problem?: 'address_refused' | 'unreachable' | 'timeout'
}

export interface PostOptions {
  networks: AllowedNetworks
  timeoutMs: number
  answerCharacters: number
  /** Resolves a host to its IP addresses. */
  resolve?(host: string, signal: AbortSignal): Promise<string[]>
}

/**
 * Posts to an untrusted URL. Checks the IP address after name resolution and connects to exactly that
 * address. Follows no redirects and reads only the beginning of the response.
 */
export async function post(
  address: string,
  { headers, body }: { headers: Record<string, string>; body: string },
  options: PostOptions,
): Promise<Posted> {
  const started = performance.now()
  const done = (rest: Omit<Posted, 'durationMs' | 'answer'> & { answer?: string }): Posted => ({
    answer: '',
    ...rest,
    durationMs: Math.round(performance.now() - started),
  })
  const signal = AbortSignal.timeout(options.timeoutMs)
  try {
    const url = new URL(address)
    const ip = await abortable(allowedIp(url, options, signal), signal)
    if (ip === undefined) return done({ problem: 'address_refused' })
    const answer = await send(url, ip, { headers, body, signal })
    const text = await readBeginning(answer, options.answerCharacters)
    return done({ status: answer.statusCode ?? 0, answer: text })
  } catch {
    return done({ problem: signal.aborted ? 'timeout' : 'unreachable' })
  }
}

async function allowedIp(
  url: URL,
  { networks, resolve = addressesOf }: PostOptions,
  signal: AbortSignal,
): Promise<string | undefined> {
  if (!mayBePosted(url, networks)) return undefined
  const host = hostOf(url)
  const ips = isIP(host) ? [host] : await resolve(host, signal)
  // Refuses names that also resolve to a private network, which is a sign of an attack.
  return ips.every((ip) => mayReach(url, ip, networks)) ? ips[0] : undefined
}

function send(
  url: URL,
  ip: string,
  { headers, body, signal }: { headers: Record<string, string>; body: string; signal: AbortSignal },
): Promise<IncomingMessage> {
  const bytes = Buffer.from(body)
  const open = url.protocol === 'https:' ? overHttps : overHttp
  return new Promise((resolve, reject) => {
    open({
      host: ip,
      port: url.port || (url.protocol === 'https:' ? 443 : 80),
      ...(isIP(hostOf(url)) ? {} : { servername: hostOf(url) }),
      method: 'POST',
      path: url.pathname + url.search,
      headers: { ...headers, host: url.host, 'content-length': bytes.length },
      agent: false,
      signal,
    })
      .once('response', resolve)
      // Errors after the response has started belong to the response.
      .on('error', reject)
      .end(bytes)
  })
}

/** A character takes a few bytes at most; the rest is not read. */
async function readBeginning(answer: IncomingMessage, characters: number): Promise<string> {
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of answer as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    size += chunk.length
    if (size >= characters * 4) break
  }
  answer.destroy()
  // Removes characters that databases and terminals cannot process.
  const text = Buffer.concat(chunks)
    .toString()
    .replace(/[^\P{Cc}\t\n\r]/gu, '')
  return [...text].slice(0, characters).join('')
}
