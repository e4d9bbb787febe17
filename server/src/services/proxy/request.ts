import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { RegistryError } from '../../ground/errors.ts'

export interface UpstreamRequest {
  url: URL
  headers: Record<string, string>
  /** Of silence, before the answer and within it. */
  timeoutMs: number
  signal: AbortSignal
}

const headerBytes = 64 * 1024

/**
 * One GET. Resolves with the answer's head, whatever its status; its body is still to be read. Redirects are not
 * followed and nothing is decoded. Refuses by what went wrong, and says nothing of the address.
 */
export function requestUpstream({
  url,
  headers,
  timeoutMs,
  signal,
}: UpstreamRequest): Promise<IncomingMessage> {
  const options: RequestOptions = {
    method: 'GET',
    headers: { ...headers, 'accept-encoding': 'identity', 'user-agent': 'nodeyard' },
    timeout: timeoutMs,
    maxHeaderSize: headerBytes,
    signal,
  }
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'https:' ? requestHttps(url, options) : requestHttp(url, options)
    // The socket's own time-out does not run while a name is looked up or bytes trickle in.
    const headTimer = setTimeout(() => request.destroy(new RegistryError('service_timeout')), timeoutMs)
    request.on('timeout', () => request.destroy(new RegistryError('service_timeout')))
    request.on('error', (error: Error) => {
      clearTimeout(headTimer)
      reject(refusalOf(error))
    })
    request.on('response', (answer) => {
      clearTimeout(headTimer)
      resolve(answer)
    })
    request.end()
  })
}

function refusalOf(error: Error & { code?: string }): Error {
  if (error instanceof RegistryError || error.name === 'AbortError') return error
  return new RegistryError(error.code?.startsWith('HPE_') ? 'service_broken' : 'service_unreachable')
}
