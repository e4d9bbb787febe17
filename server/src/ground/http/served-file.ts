import { cacheControl } from './cache-control.ts'
import { etagOf, matchesEtag } from './etag.ts'
import type { App } from './mount.ts'

export interface ServedFile {
  contentType: string
  bytes: Buffer
}

/** Serves a small file as it is. Clients revalidate their copy on each use. */
export function mountFile({ fastify }: App, path: string, open: () => Promise<ServedFile>): void {
  fastify.get(path, async (request, reply) => {
    const { contentType, bytes } = await open()
    const etag = etagOf(bytes)
    reply.headers({ etag, 'cache-control': cacheControl.shared() })
    if (matchesEtag(request.headers['if-none-match'], etag)) return reply.code(304).send()
    return reply.headers({ 'content-type': contentType }).send(bytes)
  })
}
