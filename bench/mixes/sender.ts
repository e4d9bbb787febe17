import { Agent, request } from 'node:http'
import type { Request } from './arrivals.ts'

/** Sends requests over persistent connections. */
export function sender({ siteUrl, apiUrl }: { siteUrl: string; apiUrl: string }) {
  const agent = new Agent({ keepAlive: true })
  const etags = new Map<string, string>()
  const send = ({ of, path, isConditional, kind }: Request) =>
    new Promise<void>((resolve, reject) => {
      const etag = isConditional ? etags.get(path) : undefined
      const headers = {
        'accept-encoding': 'br',
        ...(kind === 'sync' ? { 'cache-control': 'no-cache' } : {}),
        ...(etag === undefined ? {} : { 'if-none-match': etag }),
      }
      request((of === 'site' ? siteUrl : apiUrl) + path, { agent, headers }, (answer) => {
        if (answer.headers.etag) etags.set(path, answer.headers.etag)
        answer
          .on('end', () =>
            (answer.statusCode ?? 500) < 400 ? resolve() : reject(new Error(`${path}: ${answer.statusCode}`)),
          )
          .on('error', reject)
          .resume()
      })
        .on('error', reject)
        .end()
    })
  return { send, close: () => agent.destroy() }
}
