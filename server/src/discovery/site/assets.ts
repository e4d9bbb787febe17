import { readdir, readFile } from 'node:fs/promises'
import { extname, join, relative, sep } from 'node:path'
import { siteHeaders } from '../../ground/http/headers.ts'
import { etagOf, KeptAnswer } from '../../ground/http/kept-answers.ts'

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

/** What the build has compressed already has this after its name, and no address of its own. */
const compressedEnd = '.br'

/** The site's built files in memory, by their address. Files below `/assets/` carry a digest in their name. */
export async function readAssets(folder: string): Promise<Map<string, KeptAnswer>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = new Set(
    entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name)),
  )
  const assets = await Promise.all(
    [...files]
      .filter((file) => !file.endsWith(compressedEnd))
      .map(async (file): Promise<[string, KeptAnswer]> => {
        const address = `/${relative(folder, file).split(sep).join('/')}`
        const br = files.has(file + compressedEnd) ? await readFile(file + compressedEnd) : undefined
        return [address, toAnswer(address, await readFile(file), br)]
      }),
  )
  return new Map(assets)
}

function toAnswer(address: string, body: Buffer, br: Buffer | undefined): KeptAnswer {
  const etag = etagOf(body)
  const isImmutable = address.startsWith('/assets/')
  return new KeptAnswer({
    status: 200,
    body,
    etag,
    headers: {
      ...siteHeaders,
      etag,
      'content-type': contentTypes[extname(address)] ?? 'application/octet-stream',
      'cache-control': isImmutable ? 'public, max-age=31536000, immutable' : 'public, max-age=3600',
      vary: 'Accept-Encoding',
    },
    compressed: { br },
    tags: [],
    expiresAt: Number.POSITIVE_INFINITY,
  })
}
