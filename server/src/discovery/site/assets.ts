import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { cacheControl } from '../../ground/http/cache-control.ts'
import { CachedResponse } from '../../ground/http/cached-response.ts'
import { siteHeaders } from '../../ground/http/headers.ts'

const contentTypes: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.svg': 'image/svg+xml',
  '.png': 'image/png',
  '.ico': 'image/x-icon',
  '.webmanifest': 'application/manifest+json',
  '.txt': 'text/plain; charset=utf-8',
  '.woff2': 'font/woff2',
  '.wasm': 'application/wasm',
}

/** Suffix of files that the build has compressed. They have no URLs of their own. */
const compressedEnd = '.br'

/** Reads the site's built files into memory, by path. Names below `/assets/` contain a digest. */
export async function readAssets(folder: string): Promise<Map<string, CachedResponse>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
  )
  const assets = await Promise.all(
    [...files]
      .filter((file) => !file.endsWith(compressedEnd))
      .map(async (file): Promise<[string, CachedResponse]> => {
        const path = `/${relative(folder, file).split(sep).join('/')}`
        const br = files.has(file + compressedEnd) ? await readFile(file + compressedEnd) : undefined
        return [path, toResponse(path, await readFile(file), br)]
      }),
  )
  return new Map(assets)
}

function toResponse(path: string, body: Buffer, br: Buffer | undefined): CachedResponse {
  return new CachedResponse({
    body,
    compressed: { br },
    headers: {
      ...siteHeaders,
      'content-type': contentTypes[extname(path)] ?? 'application/octet-stream',
      'cache-control': path.startsWith('/assets/') ? cacheControl.immutable : cacheControl.fixed(3600),
      vary: 'Accept-Encoding',
    },
  })
}
