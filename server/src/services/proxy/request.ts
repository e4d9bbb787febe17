import { type IncomingMessage, type RequestOptions, request as requestHttp } from 'node:http'
import { request as requestHttps } from 'node:https'
import { RegistryError } from '../../ground/errors.ts'

export interface UpstreamRequest {
  url: URL
  headers: Record<string, string>
  /** The maximum silence before and within the response. */
  timeoutMs: number
  signal: AbortSignal
}

const headerBytes = 64 * 1024

/**
 * Sends a GET and resolves with the response headers, of any status, before the body is read. Does not follow redirects
 * or decode. Rejects with errors that do not reveal the URL.
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
    // The socket's timeout does not cover the DNS lookup or slowly arriving headers.
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
