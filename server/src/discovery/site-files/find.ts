import type { AddressKey } from '../../ground/address-key.ts'
import { fromReplica } from '../../ground/db/replicas.ts'
import { RegistryError } from '../../ground/errors.ts'
import { cacheControl } from '../../ground/http/cache-control.ts'
import { CachedResponse } from '../../ground/http/cached-response.ts'
import { siteHeaders } from '../../ground/http/headers.ts'
import { getRepositoryReading } from '../../packs/readings/requested/request.ts'
import { type BadgeKind, makeBadge, makeRepositoryBadge } from './badges.ts'
import type { Deps } from './deps.ts'
import { type FeedFormat, makeAdvisoryFeed, makeFeed } from './feeds.ts'
import type { SiteFile } from './file.ts'
import { findNodeFacts } from './node-facts.ts'
import { cardPicture, documentPicture, nodePicture, publisherPicture, readmePicture } from './pictures.ts'
import { makeSharePicture } from './share-picture.ts'
import { makeSitemap, makeSitemapIndex } from './sitemap.ts'
import type { FeedScope } from './sql.ts'
import { makeLlmsText, makeManifest, makeRobots, makeSecurityText } from './texts.ts'
import { workflowDrawing, workflowFile, workflowPhoto } from './workflow-pictures.ts'

type Maker = (deps: Deps, match: string[], path: string) => Promise<SiteFile | undefined> | SiteFile

const scopes: Record<string, (id: string) => FeedScope> = {
  nodes: (nodeId) => ({ nodeId }),
  publishers: (publisherId) => ({ publisherId }),
  tags: (tag) => ({ tag: tag.toLowerCase() }),
  collections: (collectionId) => ({ collectionId }),
}

/** Paths of generated files, and the functions that create them. Other paths are pages or built files. */
const makers: readonly [RegExp, Maker][] = [
  [/^\/robots\.txt$/, ({ config }) => makeRobots(config)],
  [/^\/llms\.txt$/, ({ config }) => makeLlmsText(config)],
  [/^\/manifest\.webmanifest$/, ({ config }) => makeManifest(config)],
  [/^\/\.well-known\/security\.txt$/, ({ config, now }) => makeSecurityText(config, now())],
  [/^\/sitemap\.xml$/, (deps) => makeSitemapIndex(deps)],
  [/^\/sitemap-([\w-]{1,20})\.xml$/, (deps, [name = '']) => makeSitemap(deps, name)],
  [
    /^\/advisories\.(atom|json)$/,
    (deps, [format], path) => makeAdvisoryFeed(deps, format as FeedFormat, path),
  ],
  [/^\/feed\.(atom|json)$/, (deps, [format], path) => makeFeed(deps, {}, format as FeedFormat, path)],
  [
    /^\/(nodes|publishers|tags|collections)\/([^/]{1,255})\/feed\.(atom|json)$/,
    (deps, [kind = '', id = '', format], path) =>
      makeFeed(deps, scopes[kind]?.(id) ?? {}, format as FeedFormat, path),
  ],
  [
    /^\/badges\/([^/]{1,255})\/(version|downloads)\.svg$/,
    async ({ db }, [id = '', kind]) => {
      const node = await findNodeFacts(db, id)
      return node && makeBadge(node, kind as BadgeKind)
    },
  ],
  [/^\/badges\/repositories\/(.{3,500})\.svg$/, (deps, [key = '']) => repositoryBadge(deps, key)],
  [/^\/share\.png$/, ({ config }) => makeSharePicture(config.productName, undefined)],
  [
    /^\/nodes\/([^/]{1,255})\/share\.png$/,
    async ({ db, config }, [id = '']) => {
      const node = await findNodeFacts(db, id)
      return node && makeSharePicture(config.productName, node)
    },
  ],
  [/^\/pictures\/nodes\/([^/]{1,255})$/, (deps, [id = '']) => nodePicture(deps, id)],
  [/^\/pictures\/nodes\/([^/]{1,255})\/banner$/, (deps, [id = '']) => nodePicture(deps, id, 'banner')],
  [/^\/pictures\/nodes\/([^/]{1,255})\/card$/, (deps, [id = '']) => cardPicture(deps, id)],
  [
    /^\/pictures\/nodes\/([^/]{1,255})\/versions\/([^/]{1,255})\/workflows\/(\d{1,3})(-small|)\.svg$/,
    (deps, [nodeId = '', version = '', place, small]) =>
      workflowDrawing(deps, { nodeId, version, place: Number(place) }, small === '-small'),
  ],
  [
    /^\/pictures\/nodes\/([^/]{1,255})\/versions\/([^/]{1,255})\/workflows\/(\d{1,3})\/photo$/,
    (deps, [nodeId = '', version = '', place]) =>
      workflowPhoto(deps, { nodeId, version, place: Number(place) }),
  ],
  [
    /^\/nodes\/([^/]{1,255})\/versions\/([^/]{1,255})\/workflows\/(\d{1,3})\/file$/,
    (deps, [nodeId = '', version = '', place]) =>
      workflowFile(deps, { nodeId, version, place: Number(place) }),
  ],
  [/^\/pictures\/publishers\/([^/]{1,255})$/, (deps, [id = '']) => publisherPicture(deps, id)],
  [
    /^\/pictures\/nodes\/([^/]{1,255})\/versions\/([^/]{1,255})\/(\d{1,4})$/,
    (deps, [id = '', version = '', place]) => readmePicture(deps, id, version, Number(place)),
  ],
  [
    /^\/pictures\/nodes\/([^/]{1,255})\/versions\/([^/]{1,255})\/comfy-nodes\/([^/]{1,4500})\/([\w-]{0,12})\/(\d{1,4})$/,
    (deps, [nodeId = '', version = '', name = '', language = '', place]) =>
      documentPicture(deps, { nodeId, version, name, language }, Number(place)),
  ],
]

const namesCommit = /[@/][0-9a-f]{40,64}$/i

/** A listed repository has the badge of its node. A badge speaks for the newest commit, so an address with a commit has none. */
async function repositoryBadge(deps: Deps, key: string): Promise<SiteFile | undefined> {
  if (namesCommit.test(key)) return undefined
  const found = await getRepositoryReading(deps, `https://${key}`).catch((error: unknown) => {
    if (error instanceof RegistryError) return undefined
    throw error
  })
  if (found?.node_id === undefined) return found && makeRepositoryBadge(found)
  const node = await findNodeFacts(deps.db, found.node_id)
  return node && makeBadge(node, 'version')
}

const defaultSeconds = 300

/**
 * Returns a generated file, or undefined if the path has none. Calls `beforeMaking` on a cache miss, which can throw.
 */
export async function findSiteFile(
  deps: Deps,
  requestedPath: string,
  beforeMaking = () => {},
  reader?: AddressKey,
): Promise<CachedResponse | undefined> {
  const path = normalizeEscapes(requestedPath)
  const found = path === undefined ? undefined : matchOf(path)
  if (path === undefined || !found) return undefined
  const { responseCache } = deps
  const key = `file ${path}`
  const hit = responseCache.get(key)
  if (hit) return hit
  beforeMaking()
  return responseCache.fetch(key, async () => {
    const parts = found.match.slice(1).map(decodeURIComponent)
    const pictures = { get: (url: string) => deps.pictures.get(url, reader) }
    const file = await fromReplica(deps, async (reading) => found.make({ ...reading, pictures }, parts, path))
    return file && toResponse(deps, file)
  })
}

/** Escapes a path in one way, so that it has one cache key. Returns undefined for malformed paths. */
function normalizeEscapes(path: string): string | undefined {
  try {
    const parts = path.split('/').map(decodeURIComponent)
    // The database stores no null characters, so no id contains one.
    const isReadable = parts.every((text) => !text.includes('\0') && text.isWellFormed())
    return isReadable ? parts.map(encodeURIComponent).join('/') : undefined
  } catch {
    return undefined
  }
}

/** Finds the first pattern that matches. */
function matchOf(path: string): { match: RegExpExecArray; make: Maker } | undefined {
  for (const [pattern, make] of makers) {
    const match = pattern.exec(path)
    if (match) return { match, make }
  }
  return undefined
}

function toResponse(
  { now }: Deps,
  {
    contentType,
    body,
    tags,
    status = 200,
    cachedSeconds = defaultSeconds,
    clientSeconds = cachedSeconds,
  }: SiteFile,
): CachedResponse {
  return new CachedResponse({
    status,
    body: typeof body === 'string' ? Buffer.from(body) : Buffer.from(body),
    headers: {
      ...siteHeaders,
      'content-type': contentType,
      // Keeps drawings from running scripts.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': cacheControl.shared({
        clientSeconds,
        revalidateSeconds: clientSeconds > 0 ? 3600 : 0,
      }),
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      vary: 'Accept-Encoding',
    },
    tags,
    expiresAt: now().getTime() + cachedSeconds * 1000,
  })
}
