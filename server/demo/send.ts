import { type ClientRequest, request as httpRequest, type IncomingMessage } from 'node:http'
import { request as httpsRequest } from 'node:https'
import { buffer } from 'node:stream/consumers'
import { gunzipSync, inflateSync } from 'node:zlib'
import { codeOf, PublishError, UnavailableError } from './publish-error.ts'

export interface Outgoing {
  method: 'GET' | 'POST' | 'PUT'
  headers: Record<string, string | number>
  silenceLimitMs: number
  signal?: AbortSignal | undefined
  /** Writes the body. Called again for each redirect. */
  write: (request: ClientRequest) => void
}

export interface Answer {
  status: number
  text: string
  /** The delay before a retry that the server requests. */
  retryAfterSeconds: number | undefined
}

const redirectLimit = 30
const clientHeaders = {
  'User-Agent': 'nodeyard-publish',
  Accept: '*/*',
  'Accept-Encoding': 'gzip, deflate',
}

/** Sends a request. Follows 307 and 308 by sending the body again, and returns other redirects. */
export async function send(address: URL, outgoing: Outgoing): Promise<Answer> {
  let target = address
  for (let redirects = 0; redirects <= redirectLimit; redirects += 1) {
    const { status, text, location, retryAfterSeconds } = await exchange(target, outgoing)
    if (![307, 308].includes(status) || !location) return { status, text, retryAfterSeconds }
    if (!URL.canParse(location, target))
      throw new PublishError(`${target.origin} redirects to an invalid URL.`)
    target = new URL(location, target)
  }
  throw new PublishError(`${address.origin} redirects too often.`)
}

async function exchange(target: URL, outgoing: Outgoing): Promise<Answer & { location: string | undefined }> {
  try {
    const response = await sendOnce(target, outgoing)
    return {
      status: response.statusCode ?? 0,
      text: await readText(response),
      location: response.headers.location,
      retryAfterSeconds: Number(response.headers['retry-after']) || undefined,
    }
  } catch (error) {
    outgoing.signal?.throwIfAborted()
    throw new UnavailableError(networkProblem(target, error))
  }
}

function sendOnce(target: URL, outgoing: Outgoing): Promise<IncomingMessage> {
  const { method, headers, silenceLimitMs, signal, write } = outgoing
  const start = target.protocol === 'https:' ? httpsRequest : httpRequest
  return new Promise((resolve, reject) => {
    const request = start(target, {
      method,
      headers: { ...clientHeaders, ...headers },
      ...(signal ? { signal } : {}),
    })
    request.once('response', resolve)
    request.on('error', reject)
    request.setTimeout(silenceLimitMs, () => {
      request.destroy(Object.assign(new Error('silence'), { code: 'ETIMEDOUT' }))
    })
    write(request)
  })
}

async function readText(response: IncomingMessage): Promise<string> {
  const bytes = await buffer(response)
  const encoding = response.headers['content-encoding']
  if (encoding === 'gzip') return gunzipSync(bytes).toString('utf8')
  if (encoding === 'deflate') return inflateSync(bytes).toString('utf8')
  return bytes.toString('utf8')
}

/** Describes a network problem and what to do about it. */
function networkProblem({ origin, hostname }: URL, error: unknown): string {
  const code = codeOf(error) ?? 'unknown error'
  const known: Record<string, string> = {
    ECONNREFUSED: `${origin} refuses connections. Check that the registry runs, and that --api is the URL of its API.`,
    ENOTFOUND: `${hostname} was not found. Check the address after --api, and your network.`,
    EAI_AGAIN: `${hostname} was not found. Check the address after --api, and your network.`,
    ETIMEDOUT: `${origin} did not respond in time. Check the network, and run the same command again.`,
    ECONNRESET: `The connection to ${origin} broke. Run the same command again.`,
    EPIPE: `The connection to ${origin} broke. Run the same command again.`,
    EPROTO: `${origin} does not use TLS. Check whether the address after --api starts with http://.`,
  }
  if (known[code]) return known[code]
  if (/CERT|TLS|SIGNATURE/.test(code)) return `The certificate of ${hostname} is not trusted (${code}).`
  if (code.startsWith('HPE_')) return `${origin} does not respond in HTTP. Check the address after --api.`
  return `${origin} cannot be reached (${code}). Check the address after --api, and your network.`
}

/** Describes an unexpected response, with advice for known error codes. */
export function refusalOf(what: string, address: URL, { status, text }: Answer): PublishError {
  const problem = problemIn(text)
  if (!problem) {
    const message = `${address.origin} responded to ${what} with status ${status}, unlike a registry. Check that --api is the URL of its API.`
    return status >= 500 ? new UnavailableError(message) : new PublishError(message)
  }
  const { error, message, details } = problem
  const lines = [`The registry refused ${what} (${status}): ${message}`, ...details.slice(0, maxDetails)]
  const advice = adviceOf[error]
  if (advice) lines.push(advice)
  const full = lines.join('\n  ')
  return status >= 500 || status === 429 ? new UnavailableError(full, error) : new PublishError(full, error)
}

const maxDetails = 5

const tokenAdvice = 'Create a token on the publisher’s page “Tokens”, and pass it with --token.'
const adviceOf: Record<string, string | undefined> = {
  invalid_publish_token: tokenAdvice,
  publish_token_of_other_publisher: 'Check --publisher, or PublisherId in pyproject.toml, against the token.',
  version_taken: 'Raise the version in pyproject.toml: a number can be published once.',
}

/** Skips the codes for programs among the details. */
const isSentence = (detail: unknown) => typeof detail === 'string' && detail.includes(' ')

interface Problem {
  error: string
  message: string
  details: string[]
}

function problemIn(text: string): Problem | undefined {
  try {
    const { error, message, details }: Record<string, unknown> = JSON.parse(text)
    if (typeof message !== 'string' || message === '') return undefined
    return {
      error: typeof error === 'string' ? error : '',
      message,
      details: Array.isArray(details) ? details.filter(isSentence) : [],
    }
  } catch {
    return undefined
  }
}
