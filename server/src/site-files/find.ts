import { fromReplica } from '../db/replicas.ts'
import type { Deps } from '../deps.ts'
import { siteHeaders } from '../http/headers.ts'
import { etagOf, KeptAnswer, staleIfError } from '../http/kept-answers.ts'
import { type BadgeKind, makeBadge } from './badges.ts'
import { type FeedFormat, makeAdvisoryFeed, makeFeed } from './feeds.ts'
import type { SiteFile } from './file.ts'
import { documentPicture, nodePicture, publisherPicture, readmePicture } from './pictures.ts'
import { makeSharePicture } from './share-picture.ts'
import { makeSitemap, makeSitemapIndex } from './sitemap.ts'
import { type FeedScope, findNodeFacts } from './sql.ts'
import { makeLlmsText, makeRobots, makeSecurityText } from './texts.ts'

type Maker = (deps: Deps, match: string[], path: string) => Promise<SiteFile | undefined> | SiteFile

const scopeOf = (kind: string, id: string): FeedScope =>
  kind === 'nodes' ? { nodeId: id } : kind === 'publishers' ? { publisherId: id } : { tag: id.toLowerCase() }

/** Every address of the site that is neither a page nor a built file, and who makes what stands there. */
const makers: readonly [RegExp, Maker][] = [
  [/^\/robots\.txt$/, ({ config }) => makeRobots(config)],
  [/^\/llms\.txt$/, ({ config }) => makeLlmsText(config)],
  [/^\/\.well-known\/security\.txt$/, ({ config, now }) => makeSecurityText(config, now())],
  [/^\/sitemap\.xml$/, (deps) => makeSitemapIndex(deps)],
  [/^\/sitemap-([\w-]{1,20})\.xml$/, (deps, [name = '']) => makeSitemap(deps, name)],
  [
    /^\/advisories\.(atom|json)$/,
    (deps, [format], path) => makeAdvisoryFeed(deps, format as FeedFormat, path),
  ],
  [/^\/feed\.(atom|json)$/, (deps, [format], path) => makeFeed(deps, {}, format as FeedFormat, path)],
  [
    /^\/(nodes|publishers|tags)\/([^/]{1,255})\/feed\.(atom|json)$/,
    (deps, [kind = '', id = '', format], path) =>
      makeFeed(deps, scopeOf(kind, id), format as FeedFormat, path),
  ],
  [
    /^\/badges\/([^/]{1,255})\/(version|downloads)\.svg$/,
    async ({ db }, [id = '', kind]) => {
      const node = await findNodeFacts(db, id)
      return node && makeBadge(node, kind as BadgeKind)
    },
  ],
  [/^\/share\.png$/, ({ config }) => makeSharePicture(config.productName, undefined)],
  [
    /^\/nodes\/([^/]{1,255})\/share\.png$/,
    async ({ db, config }, [id = '']) => {
      const node = await findNodeFacts(db, id)
      return node && makeSharePicture(config.productName, node)
    },
  ],
  [/^\/pictures\/nodes\/([^/]{1,255})$/, (deps, [id = '']) => nodePicture(deps, id)],
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

const usualSeconds = 300

/** A file of the site, made or kept; undefined where there is none. */
export async function findSiteFile(deps: Deps, path: string): Promise<KeptAnswer | undefined> {
  const found = matchOf(path)
  if (!found) return undefined
  const key = `file ${path}`
  const parts = decoded(found.match.slice(1))
  if (!parts) return undefined
  return (
    deps.kept.find(key) ??
    deps.kept.orStale(key, async () => {
      const epoch = deps.kept.epoch
      const file = await fromReplica(deps, async (reading) => found.make(reading, parts, path))
      if (!file) return undefined
      const answer = toAnswer(deps, file)
      deps.kept.keep(key, answer, epoch)
      return answer
    })
  )
}

/** Looks no further than the first that fits. */
function matchOf(path: string): { match: RegExpExecArray; make: Maker } | undefined {
  for (const [pattern, make] of makers) {
    const match = pattern.exec(path)
    if (match) return { match, make }
  }
  return undefined
}

function decoded(parts: readonly string[]): string[] | undefined {
  try {
    const texts = parts.map(decodeURIComponent)
    // The database keeps no null characters, so nothing is called so.
    return texts.some((text) => text.includes('\0') || !text.isWellFormed()) ? undefined : texts
  } catch {
    return undefined
  }
}

function toAnswer(
  { now }: Deps,
  { contentType, body, tags, status = 200, keptSeconds = usualSeconds }: SiteFile,
): KeptAnswer {
  const bytes = Buffer.from(body as string)
  const etag = etagOf(bytes)
  return new KeptAnswer({
    status,
    body: bytes,
    etag,
    headers: {
      ...siteHeaders,
      'content-type': contentType,
      // A picture that runs nothing, wherever it is shown.
      'content-security-policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
      'cache-control': `public, max-age=${keptSeconds}, s-maxage=10, stale-while-revalidate=3600, ${staleIfError}`,
      'cross-origin-resource-policy': 'cross-origin',
      'access-control-allow-origin': '*',
      vary: 'Accept-Encoding',
      etag,
    },
    tags,
    expiresAt: now().getTime() + keptSeconds * 1000,
  })
}
