import { fallbackLocale, locales } from '@nodeyard/contract/ground'
import { categories } from '@nodeyard/contract/packs'
import type { Deps } from './deps.ts'
import { type SiteFile, xml } from './file.ts'
import { countForSitemap, listCuratedCollectionIds, listForSitemap, listPublisherIds } from './sql.ts'

const contentType = 'application/xml; charset=utf-8'
/** A file can list 50,000 URLs, and each page has one in every language. */
const nodesPerFile = 2000
const maxPublishers = 5000
const maxCollections = 1000
const plainPages = [
  ...[
    '/',
    '/tags',
    '/workflows',
    '/collections',
    '/resolve',
    '/installation',
    '/status',
    '/security',
    '/advisories',
  ],
  ...['/docs/publish', '/docs/api'],
]
const namespaces =
  'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9" xmlns:xhtml="http://www.w3.org/1999/xhtml"'

export async function makeSitemapIndex({ db, config }: Pick<Deps, 'db' | 'config'>): Promise<SiteFile> {
  const parts = Math.ceil((await countForSitemap(db)) / nodesPerFile)
  const names = ['pages', ...Array.from({ length: parts }, (_, at) => `nodes-${at + 1}`)]
  const written = names.map(
    (name) => `<sitemap><loc>${xml(config.siteUrl)}/sitemap-${name}.xml</loc></sitemap>`,
  )
  const body = `<?xml version="1.0" encoding="utf-8"?>\n<sitemapindex ${namespaces}>${written.join('')}</sitemapindex>\n`
  return { contentType, body, tags: ['nodes'] }
}

/** Creates one of the files that the index names. Returns undefined for other names. */
export async function makeSitemap(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  name: string,
): Promise<SiteFile | undefined> {
  const pages = name === 'pages' ? await pagePaths(db) : await nodePaths(db, name)
  if (!pages) return undefined
  const urls = pages.map((page) => toUrls(config.siteUrl, page)).join('')
  return {
    contentType,
    body: `<?xml version="1.0" encoding="utf-8"?>\n<urlset ${namespaces}>${urls}</urlset>\n`,
    tags: name === 'pages' ? ['publishers', 'collections'] : ['nodes'],
  }
}

interface Page {
  path: string
  changedAt?: Date
}

async function pagePaths(db: Deps['db']): Promise<Page[]> {
  const publishers = await listPublisherIds(db, maxPublishers)
  return [
    ...plainPages,
    ...categories.map((category) => `/?category=${category}`),
    ...publishers.map((id) => `/publishers/${id}`),
    ...(await listCuratedCollectionIds(db, maxCollections)).map((id) => `/collections/${id}`),
  ].map((path) => ({ path }))
}

async function nodePaths(db: Deps['db'], name: string): Promise<Page[] | undefined> {
  const number = Number(/^nodes-([1-9]\d{0,4})$/.exec(name)?.[1])
  if (!number) return undefined
  const nodes = await listForSitemap(db, { limit: nodesPerFile, offset: (number - 1) * nodesPerFile })
  if (nodes.length === 0) return undefined
  return nodes.map(({ id, updatedAt }) => ({
    path: `/nodes/${encodeURIComponent(id)}`,
    changedAt: updatedAt,
  }))
}

/** Returns the entry of a page in the default language, with links to all languages. */
function toUrls(siteUrl: string, { path, changedAt }: Page): string {
  const others = locales.map(
    (locale) =>
      `<xhtml:link rel="alternate" hreflang="${locale}" href="${xml(siteUrl + inLocale(locale, path))}"/>`,
  )
  const changed = changedAt ? `<lastmod>${changedAt.toISOString()}</lastmod>` : ''
  return `<url><loc>${xml(siteUrl + path)}</loc>${changed}${others.join('')}</url>`
}

function inLocale(locale: string, path: string): string {
  if (locale === fallbackLocale) return path
  return `/${locale}${/^\/(?=$|\?)/.test(path) ? path.slice(1) : path}`
}
