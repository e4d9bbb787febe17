import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { HotRead, InProcess } from './in-process.ts'

/**
 * The subject of the reads: items of medium popularity, which are equally large in a registry of any size.
 */
interface Subject {
  nodeId: string
  version: string
  comfyNode: string
  tag: string
  publisherId: string
  ownerId: string
}

const sampleNames = 50
/** Fills a page. */
const nodesOfThePublisher = 30

/** Returns the hot reads of a generated registry. */
export async function hotReads({ query }: Pick<InProcess, 'query'>): Promise<HotRead[]> {
  const subject = await findSubject(query)
  const { rows } = await query('select name from comfy_nodes order by id limit $1', [sampleNames])
  const names = rows.map(({ name }) => String(name))
  return [
    ...readsOfNodes(subject),
    ...readsInOrder,
    ...readsOfSearch(subject),
    ...readsOfComfyNodes(subject, names),
    ...readsOfPeople(subject),
    ...readsOfAdmins(subject),
    ...siteFiles(subject),
  ]
}

async function findSubject(query: InProcess['query']): Promise<Subject> {
  const { rows } = await query(
    `with publisher as (
        select publisher_id, count(*) from nodes where status = 'active' and publisher_id <> $1
        group by publisher_id order by abs(count(*) - $2::int), publisher_id limit 1
      )
      select n.id as "nodeId", v.version, n.publisher_id as "publisherId", m.user_id as "ownerId",
        (select min(name) from comfy_nodes where version_id = v.id) as "comfyNode", n.tags[1] as tag
      from publisher join nodes n on n.publisher_id = publisher.publisher_id
      join node_versions v on v.id = n.latest_version_id
      join publisher_permissions m on m.publisher_id = n.publisher_id and m.role = 'owner'
      where n.status = 'active' and n.tags <> '{}' and exists (select from comfy_nodes where version_id = v.id)
      order by n.created_at, n.id limit 1`,
    [unclaimedPublisherId, nodesOfThePublisher],
  )
  return rows[0] as unknown as Subject
}

const readsOfNodes = ({ nodeId, version, publisherId }: Subject): HotRead[] => [
  { label: 'first page of the list', path: '/nodes?page=1&limit=30' },
  { label: 'page 100 of the list', path: '/nodes?page=100&limit=30' },
  { label: 'the most installed', path: '/nodes?sort=downloads;desc&limit=30' },
  { label: 'what changed lately', path: '/nodes?timestamp=2100-01-01T00:00:00Z&limit=30' },
  { label: 'nodes by their ids', path: `/nodes?node_id=${nodeId}` },
  { label: 'one node', path: `/nodes/${nodeId}` },
  { label: 'install', path: `/nodes/${nodeId}/install` },
  { label: 'versions of a node', path: `/nodes/${nodeId}/versions` },
  { label: 'one version', path: `/nodes/${nodeId}/versions/${version}` },
  {
    label: 'versions of many nodes',
    path: '/bulk/nodes/versions',
    body: { node_versions: [{ node_id: nodeId, version }] },
  },
  { label: 'all versions, the newest first', path: '/versions?pageSize=30' },
  { label: 'installs by day', path: `/nodes/${nodeId}/downloads` },
  { label: 'nodes of a publisher', path: `/publishers/${publisherId}/nodes/v2?limit=30` },
  { label: 'one publisher', path: `/publishers/${publisherId}` },
]

const inOrder = (...keys: string[]) => `/nodes?${keys.map((key) => `sort=${key}`).join('&')}&limit=30`
const ordered = ['id', 'name', 'created_at', 'updated_at', 'downloads', 'github_stars', 'search_ranking']

/** Lists in both directions of each order, and by several keys where few rows share the first. */
const readsInOrder: HotRead[] = [
  ...ordered.map((key) => ({ label: `nodes by ${key}`, path: inOrder(key) })),
  ...ordered.map((key) => ({ label: `nodes by ${key}, downwards`, path: inOrder(`${key};desc`) })),
  { label: 'nodes by rank and installs', path: inOrder('search_ranking', 'downloads;desc') },
  { label: 'nodes by installs and name', path: inOrder('downloads;desc', 'name') },
  { label: 'nodes by stars and name', path: inOrder('github_stars', 'name') },
  { label: 'nodes by rank and age', path: inOrder('search_ranking', 'created_at;desc') },
  { label: 'nodes by name and age', path: inOrder('name', 'created_at') },
  { label: 'the most installed, banned ones too', path: `${inOrder('downloads;desc')}&include_banned=true` },
]

const readsOfSearch = ({ tag, publisherId }: Subject): HotRead[] => [
  { label: 'search for two words', path: '/nodes/search?search=blend+mask&limit=20' },
  { label: 'search for a common word', path: '/nodes/search?search=image&limit=20' },
  { label: 'search for a name with a slip', path: '/nodes/search?search=comfyui+upsclae+tools&limit=20' },
  { label: 'search with facets', path: '/nodes/search?search=upscale&facets=true&limit=20' },
  { label: 'search by sockets', path: '/nodes/search?search=IMAGE+-%3E+MASK+detect&limit=20' },
  { label: 'search for a comfy-node', path: '/nodes/search?comfy_node_search=LoadImage&limit=20' },
  { label: 'search below a tag', path: `/nodes/search?tag=${encodeURIComponent(tag)}&limit=20` },
  { label: 'search below a publisher', path: `/nodes/search?publisher_id=${publisherId}&limit=20` },
  { label: 'everything, the most popular first', path: '/nodes/search?limit=20' },
  { label: 'everything, the most installed first', path: '/nodes/search?sort=downloads&limit=20' },
  { label: 'everything, what changed last first', path: '/nodes/search?sort=updated&limit=20' },
  { label: 'suggestions', path: '/search/suggestions?text=ups' },
]

const readsOfComfyNodes = ({ nodeId, version, comfyNode }: Subject, names: readonly string[]): HotRead[] => [
  { label: 'comfy-nodes of a version', path: `/nodes/${nodeId}/versions/${version}/comfy-nodes` },
  {
    label: 'one comfy-node',
    path: `/nodes/${nodeId}/versions/${version}/comfy-nodes/${encodeURIComponent(comfyNode)}`,
  },
  { label: 'node of a comfy-node', path: `/comfy-nodes/${encodeURIComponent(comfyNode)}/node` },
  { label: 'comfy-nodes by name', path: `/comfy-nodes?comfy_node_name=${encodeURIComponent(comfyNode)}` },
  {
    label: 'nodes of a workflow',
    path: '/bulk/comfy-nodes/providers',
    body: { comfy_nodes: names.map((comfy_node_name) => ({ comfy_node_name })) },
  },
]

const readsOfPeople = ({ ownerId, publisherId }: Subject): HotRead[] => [
  { label: 'who am I', path: '/users', asUser: ownerId },
  { label: 'all nodes, signed in', path: '/nodes?limit=30', asUser: ownerId },
  { label: 'own publishers', path: '/users/publishers/', asUser: ownerId },
  {
    label: 'own nodes',
    path: `/publishers/${publisherId}/nodes/v2?limit=30&include_newest=true`,
    asUser: ownerId,
  },
  { label: 'events of a publisher', path: `/publishers/${publisherId}/events`, asUser: ownerId },
  { label: 'tokens', path: `/publishers/${publisherId}/tokens`, asUser: ownerId },
  { label: 'notifications', path: '/users/notifications', asUser: ownerId },
]

const admin = 'admin-0'
const readsOfAdmins = ({ nodeId, publisherId, ownerId }: Subject): HotRead[] => [
  { label: 'review queue', path: '/admin/versions', asUser: admin },
  { label: 'review queue by reason', path: '/admin/versions?reason=downloads', asUser: admin },
  {
    label: 'review queue of a publisher',
    path: `/admin/versions?publisher_id=${publisherId}`,
    asUser: admin,
  },
  { label: 'audit log', path: '/admin/events', asUser: admin },
  { label: 'audit log by actor', path: `/admin/events?actor=${ownerId}`, asUser: admin },
  { label: 'audit log by action', path: '/admin/events?action=version.flag', asUser: admin },
  { label: 'audit log of a subject', path: `/admin/events?subject=${nodeId}`, asUser: admin },
  { label: 'audit log by day', path: '/admin/events?from=2020-01-01&to=2100-01-01', asUser: admin },
  { label: 'nodes by a piece of their name', path: '/admin/nodes?search=upscale', asUser: admin },
  { label: 'nodes of every status', path: '/admin/nodes', asUser: admin },
  { label: 'nodes of every status by rank', path: '/admin/nodes?sort=ranking', asUser: admin },
  { label: 'nodes of every status by installs', path: '/admin/nodes?sort=downloads', asUser: admin },
  { label: 'nodes that an admin ranked', path: '/admin/nodes?has=ranking&sort=ranking', asUser: admin },
]

const siteFiles = ({ nodeId, publisherId, tag }: Subject): HotRead[] =>
  [
    { label: 'feed of all releases', path: '/feed.atom' },
    { label: 'feed of a node', path: `/nodes/${nodeId}/feed.atom` },
    { label: 'feed of a publisher', path: `/publishers/${publisherId}/feed.json` },
    { label: 'feed of a tag', path: `/tags/${encodeURIComponent(tag)}/feed.atom` },
    { label: 'a sitemap', path: '/sitemap-nodes-1.xml' },
    { label: 'a badge', path: `/badges/${nodeId}/downloads.svg` },
  ].map((read) => ({ ...read, isSiteFile: true }))
