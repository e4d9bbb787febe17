import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { sql } from 'kysely'
import type { DbOrTx } from '../../ground/db/database.ts'

/** Selects the releases of a feed. If empty, the feed lists all releases. */
export interface FeedScope {
  nodeId?: string
  publisherId?: string
  /** In lowercase. */
  tag?: string
  /** A public collection. */
  collectionId?: string
}

export interface Release {
  nodeId: string
  name: string
  description: string
  publisherId: string
  publisherName: string
  version: string
  versionId: string
  changelog: string
  releasedAt: Date
}

/** SQL: whether the active node `n` is in the scope. */
function isIn({ nodeId, publisherId, tag, collectionId }: FeedScope) {
  const conditions = [sql`n.status = 'active'`]
  if (nodeId !== undefined) conditions.push(sql`n.normalized_id = lower(${nodeId})`)
  if (publisherId !== undefined) conditions.push(sql`n.publisher_id = ${publisherId}`)
  if (tag !== undefined)
    conditions.push(
      sql`exists (select from node_search where node_id = n.id and tags @> array[${tag}]::text[])`,
    )
  if (collectionId !== undefined)
    conditions.push(sql`exists (select from collection_nodes k
      where k.collection_id = ${collectionId} and k.node_id = n.id)`)
  return sql.join(conditions, sql` and `)
}

/** Lists the newest installable releases, newest first. */
export async function listReleases(db: DbOrTx, scope: FeedScope, limit: number): Promise<Release[]> {
  const { rows } = await sql<Release>`
    select n.id as "nodeId", n.name, n.description, p.id as "publisherId", p.name as "publisherName",
      v.version, v.id as "versionId", v.changelog, v.first_active_at as "releasedAt"
    from node_versions v join nodes n on n.id = v.node_id join publishers p on p.id = n.publisher_id
    where v.status = 'active' and v.yanked_at is null and v.killed_by is null
      and not v.is_broken and ${isIn(scope)}
    order by v.first_active_at desc, v.id limit ${limit}`.execute(db)
  return rows
}

export interface ReadCommit {
  readingId: string
  nodeId: string
  name: string
  publisherName: string
  repositoryUrl: string
  commit: string
  committedAt: Date
}

/** Lists the newest commits that were read of nodes without versions, except of nodes that are held back. */
export async function listReadCommits(db: DbOrTx, scope: FeedScope, limit: number): Promise<ReadCommit[]> {
  // Authors choose the times of their commits, so that of the reading is the latest one possible.
  const { rows } = await sql<ReadCommit>`
    select * from (
      select r.id as "readingId", n.id as "nodeId", n.name, coalesce(nullif(n.author, ''), p.name) as "publisherName",
        r.repository_url as "repositoryUrl", r.commit_id as commit,
        least(coalesce(r.committed_at, r.read_at), r.read_at) as "committedAt"
      from node_readings r join nodes n on n.id = r.node_id join publishers p on p.id = n.publisher_id
        join node_readings current on current.id = n.reading_id
      where r.verdict <> 'held' and current.verdict <> 'held' and n.latest_version_id is null and ${isIn(scope)}
    ) as commits order by "committedAt" desc, "readingId" limit ${limit}`.execute(db)
  return rows
}

/** Returns the tag, the title of the collection, or the name of the node or publisher. Undefined if that does not exist. */
export async function findFeedSubject(
  db: DbOrTx,
  { nodeId, publisherId, tag, collectionId }: FeedScope,
): Promise<string | undefined> {
  if (tag !== undefined) return tag
  if (collectionId !== undefined) return findCollectionTitle(db, collectionId)
  const { rows } = await (nodeId !== undefined
    ? sql<{ name: string }>`
        select name from nodes where normalized_id = lower(${nodeId}) and status = 'active'`
    : sql<{ name: string }>`select name from publishers where id = ${publisherId} and status = 'active'`
  ).execute(db)
  return rows[0]?.name
}

/** Returns the title of a collection that anonymous readers can see. */
async function findCollectionTitle(db: DbOrTx, id: string): Promise<string | undefined> {
  const { rows } = await sql<{ title: string }>`
    select c.title from collections c join users u on u.id = c.owner_id
    where c.id = ${id} and c.is_public and (c.is_curated or u.status = 'active')`.execute(db)
  return rows[0]?.title
}

export async function listCuratedCollectionIds(db: DbOrTx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from collections where is_curated order by created_at, id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}

/** Where an icon, a banner or a photo comes from, the first that is there. Empty or null for none. */
export interface PictureSources {
  /** Digest of an uploaded picture. */
  upload: string
  /** An address, or a path in the archive of the latest version. */
  url: string
  archiveDigest: string | null
  /** Digest of a picture of the reading. */
  read: string | null
}

/** SQL: the pictures of the reading `r` that can be shown. */
const isReadPicture = sql`p.reading_id = r.id and r.is_shareable and r.verdict <> 'held'`

/** Finds the icon or banner of a public node. */
export async function findNodePicture(
  db: DbOrTx,
  nodeId: string,
  kind: 'icon' | 'banner',
): Promise<PictureSources | undefined> {
  const [upload, url] =
    kind === 'icon' ? ['n.icon_upload', 'n.icon_url'] : ['n.banner_upload', 'n.banner_url']
  const read = kind === 'icon' ? sql`p.kind = 'icon'` : sql`p.kind = 'card' and p.source = 'manifest'`
  const { rows } = await sql<PictureSources>`
    select ${sql.ref(upload)} as upload, ${sql.ref(url)} as url, v.archive_digest as "archiveDigest", p.digest as read
    from nodes n left join node_versions v on v.id = n.latest_version_id
      left join node_readings r on r.id = n.reading_id and n.latest_version_id is null
      left join reading_pictures p on ${isReadPicture} and ${read}
    where n.normalized_id = lower(${nodeId}) and n.status = 'active'`.execute(db)
  return rows[0]
}

export async function findPublisherPhoto(
  db: DbOrTx,
  publisherId: string,
): Promise<PictureSources | undefined> {
  const { rows } = await sql<PictureSources>`
    select logo_upload as upload, logo_url as url, null as "archiveDigest", null as read
    from publishers where id = ${publisherId} and status = 'active'`.execute(db)
  return rows[0]
}

/** A rendered text of a pack, and the archive that contains it. */
export interface PackText {
  html: string
  /** `null` if the archive was deleted. */
  archiveDigest: string | null
  /** The archive of a reading. */
  readingDigest: string | null
}

/** Finds the README of a public version. */
export async function findReadme(db: DbOrTx, nodeId: string, version: string): Promise<PackText | undefined> {
  const { rows } = await sql<PackText>`
    select a.readme_html as html, v.archive_digest as "archiveDigest", null as "readingDigest"
    from nodes n join node_versions v on v.node_id = n.id join version_analyses a on a.version_id = v.id
    where n.normalized_id = lower(${nodeId}) and n.status = 'active'
      and v.version = ${version} and v.status = 'active'
    union all
    select a.readme_html, null, r.archive_digest
    from nodes n join node_readings r on r.node_id = n.id join version_analyses a on a.version_id = r.id
    where n.normalized_id = lower(${nodeId}) and n.status = 'active'
      and r.commit_id = ${version} and r.is_shareable and r.verdict <> 'held'`.execute(db)
  return rows[0]
}

/** A public version, or a reading whose files can be shown. */
export interface PublicSource extends Pick<PackText, 'archiveDigest' | 'readingDigest'> {
  id: string
}

/** Finds a public version, or a reading by its commit. */
export async function findPublicSource(
  db: DbOrTx,
  nodeId: string,
  version: string,
): Promise<PublicSource | undefined> {
  const { rows } = await sql<PublicSource>`
    select v.id, v.archive_digest as "archiveDigest", null as "readingDigest"
    from nodes n join node_versions v on v.node_id = n.id
    where n.normalized_id = lower(${nodeId}) and n.status = 'active'
      and v.version = ${version} and v.status = 'active'
    union all
    select r.id, null, r.archive_digest from nodes n join node_readings r on r.node_id = n.id
    where n.normalized_id = lower(${nodeId}) and n.status = 'active' and r.commit_id = ${version} and r.is_shareable
      and r.verdict <> 'held'`.execute(db)
  return rows[0]
}

/** The sources of the picture on a card, in their order: the banner, the picture of the reading, the README, an example. */
export interface CardSources extends PictureSources {
  /** Place of an image in the README of the latest version, or of the reading. */
  readmePicture: number | null
  html: string | null
  readingDigest: string | null
  /** The image of the first example workflow of the version that has one. */
  example: string | null
}

/** Finds the possible sources of the picture on the card of a node. */
export async function findCardSources(db: DbOrTx, nodeId: string): Promise<CardSources | undefined> {
  const { rows } = await sql<CardSources>`
    select n.banner_upload as upload, n.banner_url as url, p.digest as read, a.readme_picture as "readmePicture",
      case when a.readme_picture is not null then a.readme_html end as html, v.archive_digest as "archiveDigest",
      r.archive_digest as "readingDigest",
      (select w.picture_path from version_workflows w where w.version_id = v.id and w.picture_path <> ''
        order by w.place limit 1) as example
    from nodes n left join node_versions v on v.id = n.facts_id left join node_readings r on r.id = n.facts_id
    left join reading_pictures p on ${isReadPicture} and p.kind = 'card'
    left join version_analyses a on a.version_id = n.facts_id and (v.id is not null or r.is_shareable)
    where n.normalized_id = lower(${nodeId}) and n.status = 'active'`.execute(db)
  return rows[0]
}

/** Finds a page about a comfy-node of a public version. */
export async function findDocument(
  db: DbOrTx,
  { nodeId, version, name, language }: { nodeId: string; version: string; name: string; language: string },
): Promise<PackText | undefined> {
  const { rows } = await sql<PackText>`
    select t.document_html as html, v.archive_digest as "archiveDigest", null as "readingDigest"
    from nodes n join node_versions v on v.node_id = n.id join comfy_node_texts t on t.version_id = v.id
    where n.normalized_id = lower(${nodeId}) and n.status = 'active'
      and v.version = ${version} and v.status = 'active' and t.name = ${name} and t.language = ${language}
    union all
    select t.document_html, null, r.archive_digest
    from nodes n join node_readings r on r.node_id = n.id join comfy_node_texts t on t.version_id = r.id
    where n.normalized_id = lower(${nodeId}) and n.status = 'active' and r.commit_id = ${version}
      and r.is_shareable and r.verdict <> 'held' and t.name = ${name} and t.language = ${language}`.execute(
    db,
  )
  return rows[0]
}

/** Lists nodes for a sitemap in a stable order. */
export async function listForSitemap(
  db: DbOrTx,
  part: { limit: number; offset: number },
): Promise<{ id: string; updatedAt: Date }[]> {
  const { rows } = await sql<{ id: string; updatedAt: Date }>`
    select id, updated_at as "updatedAt" from nodes where status = 'active'
    order by created_at, id limit ${part.limit} offset ${part.offset}`.execute(db)
  return rows
}

export async function countForSitemap(db: DbOrTx): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from nodes where status = 'active'`.execute(db)
  return rows[0]?.count ?? 0
}

export async function listPublisherIds(db: DbOrTx, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select id from publishers where status = 'active' and id <> ${unclaimedPublisherId}
    order by created_at, id limit ${limit}`.execute(db)
  return rows.map(({ id }) => id)
}
