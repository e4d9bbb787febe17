import { type AdvisoryRow, listAdvisories } from '../../safety/advisories/sql.ts'
import type { Deps } from './deps.ts'
import { type SiteFile, xml } from './file.ts'
import {
  type FeedScope,
  findFeedSubject,
  listReadCommits,
  listReleases,
  type ReadCommit,
  type Release,
} from './sql.ts'

const maxEntries = 50

export type FeedFormat = 'atom' | 'json'

/**
 * Lists the newest releases as a feed; feeds of nodes and tags also list the commits that were read of nodes without
 * versions, which would drown the releases elsewhere. Returns undefined if the node or publisher does not exist.
 */
export async function makeFeed(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  scope: FeedScope,
  format: FeedFormat,
  path: string,
): Promise<SiteFile | undefined> {
  const isOfAll = Object.keys(scope).length === 0
  const subject = isOfAll ? undefined : await findFeedSubject(db, scope)
  if (!isOfAll && subject === undefined) return undefined
  const registry = `${config.productName} Registry`
  const [releases, commits] = await Promise.all([
    listReleases(db, scope, maxEntries),
    scope.nodeId === undefined && scope.tag === undefined ? [] : listReadCommits(db, scope, maxEntries),
  ])
  const feed = {
    title: subject === undefined ? registry : `${subject} · ${registry}`,
    self: config.siteUrl + path,
    home: config.siteUrl + homeOf(scope),
    entries: [
      ...releases.map((release) => toEntry(config.siteUrl, release)),
      ...commits.map((commit) => toCommitEntry(config.siteUrl, commit)),
    ]
      .toSorted((a, b) => (a.date < b.date ? 1 : -1))
      .slice(0, maxEntries),
  }
  const { publisherId, collectionId } = scope
  return toFile(feed, format, [
    'nodes',
    ...(publisherId === undefined ? [] : [`publisher:${publisherId}`]),
    ...(collectionId === undefined ? [] : [`collection:${collectionId}`]),
  ])
}

/** Lists the newest advisories. A withdrawn advisory is listed again with a note. */
export async function makeAdvisoryFeed(
  { db, config: { siteUrl, productName } }: Pick<Deps, 'db' | 'config'>,
  format: FeedFormat,
  path: string,
): Promise<SiteFile> {
  const advisories = await listAdvisories(db, { withdrawnToo: true }, { page: 1, limit: maxEntries })
  const feed = {
    title: `${productName} Registry: advisories`,
    self: siteUrl + path,
    home: `${siteUrl}/advisories`,
    entries: advisories
      .map((advisory) => toAdvisoryEntry(`${siteUrl}/advisories/${advisory.id}`, productName, advisory))
      .toSorted((a, b) => (a.updated < b.updated ? 1 : -1)),
  }
  return toFile(feed, format, ['advisories'])
}

function toAdvisoryEntry(url: string, author: string, advisory: AdvisoryRow): Entry {
  const { id, node_id, severity, title, details, remedy, withdrawn_at, withdrawal_reason } = advisory
  return {
    id: url,
    title: `${withdrawn_at ? 'Withdrawn: ' : ''}${id} (${severity}): ${node_id}: ${title}`,
    url,
    text: [withdrawal_reason, details, remedy].filter(Boolean).join('\n\n'),
    author,
    date: advisory.published_at.toISOString(),
    updated: advisory.updated_at.toISOString(),
  }
}

function toFile(feed: Feed, format: FeedFormat, tags: string[]): SiteFile {
  return format === 'atom'
    ? { contentType: 'application/atom+xml; charset=utf-8', body: toAtom(feed), tags }
    : { contentType: 'application/feed+json; charset=utf-8', body: toJsonFeed(feed), tags }
}

function homeOf({ nodeId, publisherId, tag, collectionId }: FeedScope): string {
  if (nodeId !== undefined) return `/nodes/${encodeURIComponent(nodeId)}`
  if (publisherId !== undefined) return `/publishers/${encodeURIComponent(publisherId)}`
  if (collectionId !== undefined) return `/collections/${collectionId}`
  return tag === undefined ? '/' : `/?tag=${encodeURIComponent(tag)}`
}

interface Entry {
  id: string
  title: string
  url: string
  text: string
  author: string
  date: string
  /** Time of the last change. */
  updated: string
}

function toEntry(siteUrl: string, release: Release): Entry {
  const { nodeId, version } = release
  return {
    id: `urn:uuid:${release.versionId}`,
    title: `${release.name.trim() || nodeId} ${version}`,
    url: `${siteUrl}/nodes/${encodeURIComponent(nodeId)}/versions/${version}`,
    text: release.changelog.trim() || release.description,
    author: release.publisherName,
    date: release.releasedAt.toISOString(),
    updated: release.releasedAt.toISOString(),
  }
}

/** Its text says that its author has not released it. */
function toCommitEntry(siteUrl: string, { readingId, nodeId, name, ...commit }: ReadCommit): Entry {
  const date = commit.committedAt.toISOString()
  return {
    id: `urn:uuid:${readingId}`,
    title: `${name.trim() || nodeId} ${commit.commit.slice(0, 7)}`,
    url: `${siteUrl}/nodes/${encodeURIComponent(nodeId)}`,
    text: `Commit ${commit.commit} of ${commit.repositoryUrl}, which its author has not published here.`,
    author: commit.publisherName,
    date,
    updated: date,
  }
}

interface Feed {
  title: string
  self: string
  home: string
  entries: Entry[]
}

/** Time of a feed without entries. The epoch never looks new to feed readers. */
const never = '1970-01-01T00:00:00.000Z'

function toAtom({ title, self, home, entries }: Feed): string {
  const written = entries.map(
    ({ id, title: name, url, text, author, date, updated }) =>
      `<entry><id>${id}</id><title>${xml(name)}</title><link rel="alternate" type="text/html" href="${xml(url)}"/>` +
      `<updated>${updated}</updated><published>${date}</published><author><name>${xml(author)}</name></author>` +
      `<content type="text">${xml(text)}</content></entry>`,
  )
  return (
    `<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom"><id>${xml(self)}</id>` +
    `<title>${xml(title)}</title><updated>${entries[0]?.updated ?? never}</updated>` +
    `<link rel="self" type="application/atom+xml" href="${xml(self)}"/>` +
    `<link rel="alternate" type="text/html" href="${xml(home)}"/>${written.join('')}</feed>\n`
  )
}

function toJsonFeed({ title, self, home, entries }: Feed): string {
  return JSON.stringify({
    version: 'https://jsonfeed.org/version/1.1',
    title,
    home_page_url: home,
    feed_url: self,
    items: entries.map(({ id, title: name, url, text, author, date, updated }) => ({
      id,
      url,
      title: name,
      content_text: text,
      date_published: date,
      ...(updated === date ? {} : { date_modified: updated }),
      authors: [{ name: author }],
    })),
  })
}
