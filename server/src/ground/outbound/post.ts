import type { IncomingMessage } from 'node:http'
import { performance } from 'node:perf_hooks'
import { abortable } from './abortable.ts'
import { allowedIp, type Reach, sendTo } from './reach.ts'

export interface Posted {
  durationMs: number
  status?: number
  /** The beginning of the response, as text. */
  answer: string
  /** Why there is no response. */
  problem?: 'address_refused' | 'unreachable' | 'timeout'
}

export interface PostOptions extends Reach {
  timeoutMs: number
  answerCharacters: number
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
    const answer = await sendTo(url, ip, { method: 'POST', headers, body: Buffer.from(body), signal })
    const text = await readBeginning(answer, options.answerCharacters)
    return done({ status: answer.statusCode ?? 0, answer: text })
  } catch {
    return done({ problem: signal.aborted ? 'timeout' : 'unreachable' })
  }
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
