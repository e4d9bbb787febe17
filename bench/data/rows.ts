import { rulesVersion } from '@nodeyard/analysis/scan'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { Insertable } from 'kysely'
import type { Schema, VersionStatus } from '../../server/src/ground/db/schema.ts'
import { repositoryKey } from '../../server/src/packs/nodes/repository.ts'
import { embeddedIssuer } from '../../server/src/people/identity/embedded/project.ts'
import { Chance, powerShares } from './chance.ts'
import { brand, comfyNodeNames, describe, nodeName } from './texts.ts'
import { accelerators, acts, licenses, reasons, socketTypes, systems, things } from './vocabulary.ts'

export interface DataSize {
  nodes: number
  seed: number
  /** The time of the newest rows. */
  now: Date
}

/**
 * Averages of a community of 60,000 nodes with 400,000 comfy-nodes and 1,000,000 versions, accurate to a few percent.
 * Only the latest versions have comfy-nodes.
 */
const perNode = { comfyNodes: 400_000 / 60_000, versions: 1_000_000 / 60_000 }

/** Rows of some tables, in an order that satisfies foreign keys. */
export type Rows = { [Table in keyof Schema]?: Insertable<Schema[Table]>[] }

const dayMs = 86_400_000
const years = 3
const nodesAtOnce = 500
const maxVersions = 2000
const countedDays = 28
const adminCount = 5

/** Generates all rows in batches of nodes with their dependents, deterministic by size and seed. */
export function* generateRows(size: DataSize): Generator<Rows> {
  const chance = new Chance(size.seed)
  const people = makePeople(chance, size)
  yield people.rows
  const makeNode = nodeMaker(chance, size, people.publishers)
  for (let first = 0; first < size.nodes; first += nodesAtOnce) {
    const some = Math.min(nodesAtOnce, size.nodes - first)
    yield joined(chance.times(some, (index) => makeNode(first + index)))
  }
}

/**
 * Rows are written as whole JSON documents, so JSON columns hold values instead of the text that other
 * writers need.
 */
const asJson = (value: unknown) => value as string

function joined(parts: readonly Rows[]): Rows {
  const all: Record<string, unknown[]> = {}
  for (const part of parts)
    for (const [table, rows] of Object.entries(part)) {
      const known = all[table] ?? []
      for (const row of rows) known.push(row)
      all[table] = known
    }
  return all as Rows
}

interface PublisherSeed {
  id: string
  ownerId: string
  own: string
}

/** Creates one publisher per three nodes, each with an owner, some with members, and a few admins. */
function makePeople(
  chance: Chance,
  { nodes, now }: DataSize,
): { publishers: PublisherSeed[]; rows: Required<Pick<Rows, 'users' | 'publishers'>> & Rows } {
  const publishers = chance.times(Math.max(1, Math.ceil(nodes / 3)), (index): PublisherSeed => {
    const own = brand(chance)
    return { id: `${own.toLowerCase()}-${index}`, ownerId: `user-${index}`, own }
  })
  const joinedAt = () => new Date(now.getTime() - chance.next() * years * 365 * dayMs)
  const user = (id: string, name: string, is_admin: boolean) => {
    const created_at = joinedAt()
    return {
      id,
      issuer: embeddedIssuer,
      subject: id,
      email: `${id}@example.test`,
      email_verified: true,
      name,
      is_admin,
      created_at,
      updated_at: created_at,
    }
  }
  const users = publishers.map(({ ownerId, own }) => user(ownerId, `${own} ${brand(chance)}`, false))
  const admins = chance.times(adminCount, (index) => user(`admin-${index}`, brand(chance), true))
  return {
    publishers,
    rows: {
      users: [...users, ...admins],
      publishers: publishers.map(({ id, own }) => {
        const created_at = joinedAt()
        return {
          id,
          name: chance.happens(0.5) ? own : `${own} ${chance.pick(['Labs', 'Studio', 'AI', 'Works'])}`,
          description: chance.happens(0.5) ? describe(chance) : '',
          website: `https://${id}.example.test`,
          created_at,
          updated_at: created_at,
        }
      }),
      publisher_permissions: publishers.flatMap(({ id, ownerId }, index) => [
        { publisher_id: id, user_id: ownerId, role: 'owner' as const },
        ...(index > 0 && chance.happens(0.1)
          ? [{ publisher_id: id, user_id: `user-${chance.below(index)}`, role: 'member' as const }]
          : []),
      ]),
      personal_access_tokens: publishers.map(({ id, ownerId }) => ({
        id: chance.uuid(),
        publisher_id: id,
        name: 'Releases',
        token_hash: chance.digits(64),
        token_prefix: chance.digits(6),
        created_by: ownerId,
        created_at: joinedAt(),
      })),
    },
  }
}

/** Creates nodes in order of popularity. The number of comfy-nodes is independent of it. */
function nodeMaker(chance: Chance, size: DataSize, publishers: readonly PublisherSeed[]) {
  const { nodes, now } = size
  const versions = powerShares(nodes, Math.round(nodes * perNode.versions), 0.5, 0).map((count) =>
    Math.min(count, maxVersions),
  )
  const comfyNodes = chance.shuffled(powerShares(nodes, Math.round(nodes * perNode.comfyNodes), 0.5, 0))
  const downloads = powerShares(nodes, nodes * 3000, 1, 0)
  const ids = new Set<string>()
  return (rank: number): Rows => {
    const isUnclaimed = chance.happens(0.1)
    const publisher = chance.pickEarly(publishers)
    const own = chance.happens(0.3) ? brand(chance) : publisher.own
    const name = nodeName(chance, own)
    const id = newId(ids, name, own)
    const status = chance.happens(0.985) ? 'active' : chance.pick(['banned', 'deleted'] as const)
    const created_at = new Date(now.getTime() - (0.02 + 0.98 * chance.next()) * years * 365 * dayMs)
    const released =
      isUnclaimed || chance.happens(0.02)
        ? []
        : makeVersions(chance, {
            nodeId: id,
            publisher,
            count: Math.max(1, versions[rank] ?? 1),
            created_at,
            now,
            isDeleted: status === 'deleted',
          })
    const latest = released.findLast((one) => one.version.status === 'active' && !one.version.yanked_at)
    const names = comfyNodeNames(chance, own, comfyNodes[rank] ?? 0)
    const installs = latest
      ? makeInstalls(chance, id, latest.version.id, downloads[rank] ?? 0, now)
      : { total: 0, days: [] }
    const repository_url = `https://github.com/${publisher.id}/${id}`
    const node: Insertable<Schema['nodes']> = {
      id,
      publisher_id: isUnclaimed ? unclaimedPublisherId : publisher.id,
      name,
      description: describe(chance),
      author: own,
      category: '',
      license: chance.pickEarly(licenses),
      repository_url,
      repository_key: repositoryKey(repository_url) ?? null,
      tags: chance.times(chance.below(5), () =>
        chance.happens(0.7) ? chance.pickEarly(things) : chance.pickEarly(acts),
      ),
      tags_admin: chance.happens(0.01) ? ['featured'] : [],
      supported_os: [...chance.pickEarly(systems)],
      supported_accelerators: [...chance.pickEarly(accelerators)],
      downloads: installs.total,
      github_stars: Math.floor((downloads[rank] ?? 0) / chance.between(20, 200)),
      status,
      search_ranking: chance.happens(0.01) ? chance.between(1, 10) : null,
      preempted_comfy_node_names: chance.happens(0.005) ? names.slice(0, 2) : [],
      latest_version_id: latest?.version.id ?? null,
      facts_id: latest?.version.id ?? null,
      created_at,
      updated_at: latest?.version.updated_at ?? created_at,
    }
    return {
      archives: released.flatMap(({ archive }) => archive),
      nodes: [node],
      analyzed: released.map(({ version }) => ({ id: version.id })),
      node_versions: released.map(({ version }) => version),
      version_steps: released.flatMap(({ steps }) => steps),
      version_analyses: released.flatMap(({ version, findings }) =>
        findings.length > 0 || version === latest?.version
          ? [
              {
                version_id: version.id,
                rules_version: rulesVersion,
                readme_html: `<h1>${name}</h1><p>${describe(chance)}</p>`,
                findings: asJson(findings),
                capabilities: asJson([]),
                undecided: asJson([]),
              },
            ]
          : [],
      ),
      comfy_nodes: latest ? names.map((one) => comfyNode(chance, latest.version.id, one, own)) : [],
      comfy_node_hints:
        released.length === 0 ? names.slice(0, 100).map((one) => ({ node_id: id, name: one })) : [],
      node_downloads: installs.days,
      audit_events: [
        event(created_at, publisher, 'node.create', 'node', id, undefined, isUnclaimed),
        ...released.flatMap(({ events }) => events),
      ],
    }
  }
}

/** Ids are unique in any letter case. */
function newId(taken: Set<string>, name: string, own: string): string {
  const spelled = name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-+|-+$/g, '')
  const wanted = (spelled || own.toLowerCase()).slice(0, 80)
  const id = taken.has(wanted) ? `${wanted}-${own.toLowerCase()}` : wanted
  const free = taken.has(id) ? `${id}-${taken.size}` : id
  taken.add(free)
  return free
}

interface Released {
  version: Insertable<Schema['node_versions']> & { status: VersionStatus }
  archive: Insertable<Schema['archives']>[]
  steps: Insertable<Schema['version_steps']>[]
  findings: unknown[]
  events: Insertable<Schema['audit_events']>[]
}

const steps = ['received', 'checked', 'extracted', 'scanned', 'listed'] as const

/** Creates versions, oldest first, with increasing numbers. Only recent ones wait for moderators. */
function makeVersions(
  chance: Chance,
  requested: {
    nodeId: string
    publisher: PublisherSeed
    count: number
    created_at: Date
    now: Date
    isDeleted: boolean
  },
): Released[] {
  const { nodeId, publisher, count, created_at, now } = requested
  const span = now.getTime() - created_at.getTime()
  return chance.times(count, (index) => {
    const at = new Date(created_at.getTime() + (span * (index + chance.next())) / (count + 1))
    const status = requested.isDeleted ? 'deleted' : statusOf(chance, count - index)
    const id = chance.uuid()
    const digest = chance.digits(64)
    const wasActive = status === 'active' || (status === 'deleted' && chance.happens(0.5))
    const reason = status === 'flagged' || status === 'banned' ? chance.pick(reasons) : ''
    const isYanked = status === 'active' && chance.happens(0.01)
    const hasArchive = status !== 'pending'
    const changed = status === 'flagged' || status === 'banned' ? new Date(at.getTime() + 60_000) : at
    return {
      version: {
        id,
        node_id: nodeId,
        version: `${Math.floor(index / 100)}.${Math.floor(index / 10) % 10}.${index % 10}`,
        changelog: chance.happens(0.4) ? describe(chance) : '',
        dependencies: chance.times(
          chance.below(4),
          () => `${chance.pickEarly(things)}>=${chance.between(1, 9)}.0`,
        ),
        status,
        status_reason: reason,
        status_since: changed,
        extract_status: hasArchive ? ('success' as const) : ('pending' as const),
        archive_digest: hasArchive ? digest : null,
        file_count: hasArchive ? chance.between(3, 80) : null,
        unpacked_bytes: hasArchive ? chance.between(5000, 5_000_000) : null,
        first_active_at: wasActive ? at : null,
        upload_expires_at: hasArchive ? null : new Date(now.getTime() + dayMs),
        published_by_publisher: publisher.id,
        published_by_user: publisher.ownerId,
        yanked_at: isYanked ? at : null,
        yank_reason: isYanked ? 'A newer one mends a fault.' : '',
        created_at: at,
        updated_at: changed,
      },
      archive: hasArchive ? [{ digest, size_bytes: chance.between(2000, 2_000_000), created_at: at }] : [],
      // Only the newest version needs steps; the others would just add rows.
      steps:
        count - index > 2 || !hasArchive
          ? []
          : steps.map((step) => ({
              version_id: id,
              step,
              attempts: 1,
              started_at: at,
              finished_at: step === 'listed' && status === 'flagged' ? null : at,
            })),
      findings: reason ? [finding(reason)] : [],
      events: [
        event(at, publisher, 'version.announce', 'version', id, { node: nodeId }),
        ...(reason
          ? [
              event(
                changed,
                publisher,
                'version.flag',
                'version',
                id,
                { status: 'flagged', findings: 1 },
                true,
              ),
            ]
          : []),
      ],
    }
  })
}

/** `fromEnd` is 1 for the newest. */
function statusOf(chance: Chance, fromEnd: number): VersionStatus {
  if (fromEnd === 1 && chance.happens(0.02)) return 'flagged'
  if (fromEnd === 1 && chance.happens(0.005)) return 'pending'
  if (chance.happens(0.003)) return 'flagged'
  if (chance.happens(0.003)) return 'banned'
  return chance.happens(0.01) ? 'deleted' : 'active'
}

const finding = (reason: string) => ({
  issue_type: 'process',
  rule: 'process',
  scanner: 'nodeyard',
  severity: 'high',
  message: reason,
  file_path: 'nodes.py',
  line_number: 12,
  why: reason,
  fix: 'Do without it.',
})

function event(
  at: Date,
  publisher: PublisherSeed,
  action: string,
  subject_kind: 'node' | 'version',
  subject_id: string,
  after: Record<string, unknown> | undefined,
  byRegistry = false,
): Insertable<Schema['audit_events']> {
  return {
    at,
    actor_kind: byRegistry ? 'service' : 'user',
    actor_id: byRegistry ? 'registry' : publisher.ownerId,
    action,
    subject_kind,
    subject_id,
    publisher_id: publisher.id,
    before: null,
    after: after ? asJson(after) : null,
  }
}

function comfyNode(
  chance: Chance,
  version_id: string,
  name: string,
  own: string,
): Insertable<Schema['comfy_nodes']> {
  const type = () => (chance.happens(0.05) ? `${own.toUpperCase()}_PIPE` : chance.pickEarly(socketTypes))
  const inputs = Object.fromEntries(
    chance.times(chance.between(1, 5), (index) => [`${chance.pickEarly(things)}_${index}`, [type()]]),
  )
  return {
    id: chance.uuid(),
    version_id,
    name,
    category: `${own}/${chance.pickEarly(things)}`,
    description: chance.happens(0.2) ? describe(chance) : '',
    function: 'run',
    input_types: JSON.stringify({ required: inputs }),
    return_types: JSON.stringify(chance.times(chance.between(1, 3), type)),
    return_names: '[]',
  }
}

/** Creates the version's daily installs of the last weeks, and their total. */
function makeInstalls(chance: Chance, node_id: string, version_id: string, total: number, now: Date) {
  const perDay = total / 400
  const days = chance
    .times(countedDays, (index) => ({
      node_id,
      version_id,
      day: new Date(now.getTime() - index * dayMs).toISOString().slice(0, 10),
      count: Math.round(perDay * (0.5 + chance.next()) + (chance.happens(0.02) ? 1 : 0)),
    }))
    .filter(({ count }) => count > 0)
  const counted = days.reduce((sum, { count }) => sum + count, 0)
  return { days, total: Math.max(total, counted) }
}
