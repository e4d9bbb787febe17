import assert from 'node:assert/strict'
import { after, before, describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { createNode, findProviders, getNode, identifyNodes, installNode } from '@nodeyard/contract/packs'
import { sql } from 'kysely'
import { type ImportSummary, importCatalogue } from '../src/discovery/import/import.ts'
import { transact } from '../src/ground/db/changes.ts'
import type { AliasKind } from '../src/ground/db/schema.ts'
import { withoutTransaction } from '../src/ground/db/transaction-scope.ts'
import { addAliases, lockName } from '../src/packs/nodes/aliases/sql.ts'
import { followRepository } from '../src/packs/nodes/follow-repository.ts'
import { holdRepository } from '../src/packs/nodes/hold-repository.ts'
import { findNodeById, lockNode } from '../src/packs/nodes/sql.ts'
import { announce } from './command-line-client.ts'
import { refused } from './refused.ts'
import { World } from './world.ts'

interface Rule {
  /** Everything that can make a name lead to a pack. */
  filledBy: string
  /** Held names are refused to everyone else. Ranked ones never outweigh a recorded id or repository. */
  is: 'held' | 'ranked' | 'curated'
}

/** Names from outside that find packs and models. A kind of alias counts like a column. */
const foreignNames: Record<string, Rule> = {
  'nodes.id': { filledBy: 'the first publisher, in all spellings, also after deletion', is: 'held' },
  'nodes.normalized_id': { filledBy: 'like the id', is: 'held' },
  'nodes.name_key(normalized_id)': { filledBy: 'like the id', is: 'held' },
  'nodes.repository_key': { filledBy: 'proof of control, or a list for an unclaimed entry', is: 'held' },
  'nodes.repository_names': { filledBy: 'like the repository', is: 'held' },
  'node_aliases.former': { filledBy: 'a claim under another name of the pack', is: 'held' },
  'node_aliases.merged': { filledBy: 'moderators who merge duplicates', is: 'held' },
  'node_aliases.project': { filledBy: 'the project file in the pack’s own repository', is: 'held' },
  'node_aliases.listed': { filledBy: 'imported lists', is: 'held' },
  'node_aliases.repository': { filledBy: 'imported lists', is: 'held' },
  'nodes.preempted_comfy_node_names': { filledBy: 'admins and imported lists', is: 'curated' },
  'comfy_nodes.name': { filledBy: 'code of published versions and read repositories', is: 'ranked' },
  'version_replacements.old_name': { filledBy: 'code of published versions, as a proposal', is: 'ranked' },
  'comfy_node_claims.name': { filledBy: 'code of published versions and read repositories', is: 'ranked' },
  'comfy_node_claims.reverse(name)': { filledBy: 'like the name', is: 'ranked' },
  'comfy_node_hints.name': { filledBy: 'imported lists', is: 'curated' },
  'comfy_node_hints.reverse(name)': { filledBy: 'like the name', is: 'curated' },
  'comfy_node_replacements.old_name': { filledBy: 'moderators who confirm a proposal', is: 'curated' },
  'known_models.name_key': { filledBy: 'operators who import lists', is: 'curated' },
  'known_models.sha256': { filledBy: 'operators who import lists', is: 'curated' },
  'version_analyses.model_names(traits)': {
    filledBy: 'code and documents of published versions and read repositories',
    is: 'ranked',
  },
  'model_repositories.url': { filledBy: 'operators who import lists', is: 'curated' },
}

/** Other indexed texts. */
const notNames = new Set([
  'advisories.id',
  'node_readings.archive_digest',
  'report_holds.reporter_ids',
  'nodes.banner_upload',
  'nodes.icon_upload',
  'nodes.status',
  'nodes.lower(name)',
  'node_search.tags',
  'node_versions.status',
  'reading_turns.failure',
  'scan_decisions.digest',
  'version_files.digests',
  'version_grounds.digest',
  'waiting_versions.account',
  'waiting_versions.sender',
])

async function* linesOf(...entries: object[]) {
  for (const entry of entries) yield JSON.stringify(entry)
}

describe('names from outside', () => {
  let world: World
  let count = 0
  before(async () => {
    world = await World.open()
  })
  after(() => world.close())

  const fresh = () => `p${++count}`
  const addAlias = (nodeId: string, alias: string, kind: AliasKind) =>
    transact(world.deps, (tx) => addAliases(tx, [{ nodeId, alias, kind }]))
  /** Follows redirects from other names. */
  async function leadsTo(name: string): Promise<string | undefined> {
    const response = await fetch(`${await world.listen()}/nodes/${encodeURIComponent(name)}`)
    return response.ok ? ((await response.json()) as { id: string }).id : undefined
  }

  async function stranger() {
    const owner = await world.given.user()
    const { id: publisherId } = await world.given.publisher({ owner })
    const { secret: token } = await world.given.token({ publisher_id: publisherId })
    const publish = async (nodeId: string) =>
      announce({ apiUrl: await world.listen(), publisherId, nodeId, version: '1.0.0', token })
    return { publisherId, publish, as: world.as(owner) }
  }

  it('have a rule for every column that finds packs and models', async () => {
    const { rows } = await sql<{ name: string }>`
      select distinct t.relname || '.' || pg_get_indexdef(i.indexrelid, 1, true) as name
      from pg_index i join pg_class t on t.oid = i.indrelid join pg_class x on x.oid = i.indexrelid
      join pg_attribute a on a.attrelid = x.oid and a.attnum = 1
      where t.relnamespace = 'public'::regnamespace and a.atttypid in ('text'::regtype, 'text[]'::regtype)
        and (t.relname in ('nodes', 'known_models', 'model_repositories') or exists (
          select from pg_constraint c where c.conrelid = t.oid and c.contype = 'f'
            and c.confrelid in ('nodes'::regclass, 'node_versions'::regclass, 'analyzed'::regclass)))
        and not exists (select from pg_constraint c where c.conrelid = t.oid and c.contype = 'f'
          and c.conkey = array[i.indkey[0]])`.execute(world.deps.db)
    const kinds = await sql<{ kind: string }>`
      select unnest(string_to_array(regexp_replace(pg_get_constraintdef(oid), '^.*\\[(.*)\\].*$', '\\1'), ', ')) as kind
      from pg_constraint where conname = 'node_aliases_kind_check'`.execute(world.deps.db)
    const found = [
      ...rows.map(({ name }) => name).filter((name) => name !== 'node_aliases.key'),
      ...kinds.rows.map(({ kind }) => `node_aliases.${kind.split("'")[1]}`),
    ]
    assert.deepEqual(found.sort(), [...Object.keys(foreignNames), ...notNames].sort())
  })

  const aliasKinds = Object.keys(foreignNames)
    .filter((name) => name.startsWith('node_aliases.'))
    .map((name) => name.slice('node_aliases.'.length) as AliasKind)

  for (const kind of aliasKinds)
    it(`refuse an alias of an unclaimed pack to strangers: ${kind}`, async () => {
      const id = fresh()
      await world.given.node({ id, publisher_id: unclaimedPublisherId })
      await addAlias(id, `${id}-other-name`, kind)
      const { publisherId, publish, as } = await stranger()
      for (const spelling of [`${id}-other-name`, `${id}_Other.NAME`, `${id}--other__name`]) {
        assert.equal(await leadsTo(spelling), id)
        assert.equal((await publish(spelling)).status, 403, spelling)
        const params = { publisherId }
        await refused('node_id_taken', as.call(createNode, { params, body: { id: spelling } }))
        assert.equal(await leadsTo(spelling), id)
      }
    })

  it('refuse other spellings of an id, also of a deleted, banned or merged pack and of a draft', async () => {
    const [active, draft, deleted] = [fresh(), fresh(), fresh()]
    const [banned, merged, kept] = [fresh(), fresh(), fresh()]
    for (const [id, part] of [
      [active, {}],
      [draft, { status: 'draft', was_public: false }],
      [deleted, { status: 'deleted' }],
      [banned, { status: 'banned' }],
      [merged, { status: 'deleted', publisher_id: unclaimedPublisherId }],
    ] as const)
      await world.given.node({ id: `${id}-super-blur`, ...part })
    await world.given.node({ id: kept, publisher_id: unclaimedPublisherId })
    await addAlias(kept, `${merged}-super-blur`, 'merged')
    const { publish } = await stranger()
    for (const id of [active, draft, deleted, banned, merged])
      for (const spelling of [`${id}_super_blur`, `${id}.super.blur`, `${id}--SUPER-blur`])
        assert.equal((await publish(spelling)).status, 403, spelling)
    assert.equal(await leadsTo(`${active}_super.blur`), `${active}-super-blur`)
    assert.equal(await leadsTo(`${merged}_super.blur`), kept)
  })

  it('let publishers keep ids that differ only in spelling, and publish under any spelling of their own', async () => {
    const id = fresh()
    const [one, other] = [await stranger(), await stranger()]
    const ids = [`${id}-a`, `${id}_a`]
    for (const spelling of ids) await world.given.node({ id: spelling, publisher_id: unclaimedPublisherId })
    for (const [at, { publisherId }] of [one, other].entries())
      await sql`update nodes set publisher_id = ${publisherId} where id = ${ids[at]}`.execute(world.deps.db)
    assert.equal((await one.publish(`${id}-a`)).status, 201)
    assert.equal((await other.publish(`${id}_a`)).status, 201)
    assert.deepEqual([await leadsTo(`${id}-A`), await leadsTo(`${id}_A`)], ids)
    assert.equal(await leadsTo(`${id}.a`), undefined)
    const third = await stranger()
    assert.equal((await third.publish(`${id}.a`)).status, 403)
  })

  it('do not follow a pack to another repository', async () => {
    const id = fresh()
    const { publisherId, publish } = await stranger()
    const victim = `github.com/victim/${id}-tool`
    const pack = { id: `${id}-copy`, publisher_id: publisherId, repository_url: `https://${victim}` }
    await world.given.node({ ...pack, repository_key: victim })
    const entry = { id: `${id}-listed`, repository: `https://${victim}` }
    await importCatalogue(world.deps, linesOf(entry))
    await addAlias(pack.id, `${id}-of-before`, 'listed')
    const own = { owner: 'stranger', name: `${id}-own` }
    world.codeHost.addRepository(own)
    await transact(world.deps, async (tx) => {
      const node = await lockNode(tx, pack.id)
      assert.ok(node)
      const address = `https://github.com/${own.owner}/${own.name}`
      await holdRepository(tx, world.deps, node, { address, proof: 'claim' })
    })
    for (const name of [entry.id, `${id}-of-before`]) assert.equal(await leadsTo(name), undefined)
    const author = await stranger()
    assert.equal((await author.publish(entry.id)).status, 201)
    assert.equal((await publish(entry.id)).status, 403)
  })

  it('are not taken in another spelling while a list is imported', async () => {
    const id = fresh()
    const { publisherId } = await stranger()
    const entry = { id: `${id}-tool`, name: 'Tool' }
    const imported: Promise<ImportSummary>[] = []
    await transact(world.deps, async (tx) => {
      await lockName(tx, `${id}_tool`)
      imported.push(withoutTransaction(() => importCatalogue(world.deps, linesOf(entry))))
      await sql`insert into nodes (id, name, publisher_id) values (${`${id}_tool`}, 'x', ${publisherId})`.execute(
        tx,
      )
    })
    assert.deepEqual((await imported[0])?.skipped, { 'taken meanwhile': 1 })
  })

  it('refuse a name that several packs share to all others', async () => {
    const id = fresh()
    for (const at of ['a', 'b']) {
      await world.given.node({ id: `${id}-${at}`, publisher_id: unclaimedPublisherId })
      await addAlias(`${id}-${at}`, `${id}-shared`, 'repository')
    }
    assert.equal(await leadsTo(`${id}-shared`), undefined)
    assert.equal((await (await stranger()).publish(`${id}_Shared`)).status, 403)
  })

  it('give no project file the name of another repository', async () => {
    const id = fresh()
    for (const [at, kind] of [
      ['a', 'repository'],
      ['b', 'project'],
    ] as const) {
      await world.given.node({ id: `${id}-${at}`, publisher_id: unclaimedPublisherId })
      await addAlias(`${id}-${at}`, `${id}-tool`, kind)
    }
    assert.notEqual(await leadsTo(`${id}-tool`), `${id}-b`)
  })

  it('are kept apart by the database, too', async () => {
    const id = fresh()
    await world.given.node({ id: `${id}-tool` })
    const { publisherId } = await stranger()
    const insert = (spelling: string, publisher: string) =>
      sql`insert into nodes (id, name, publisher_id) values (${spelling}, 'x', ${publisher})
        on conflict do nothing returning id`.execute(world.deps.db)
    assert.equal((await insert(`${id}_tool`, publisherId)).rows.length, 0)
    assert.equal((await insert(`${id}_tool`, unclaimedPublisherId)).rows.length, 0)
    assert.equal((await insert(`${id}_tool_2`, publisherId)).rows.length, 1)
  })

  describe('the name of a repository', () => {
    const ask = async (repository: string, name: string) => {
      const body = { comfy_nodes: [{ comfy_node_name: name, repository }] }
      const { comfy_nodes } = await world.anonymous.call(findProviders, { body })
      const identified = await world.anonymous.call(identifyNodes, {
        body: {
          nodes: [
            { repository },
            { node_id: repository },
            { repository: `https://github.com/${repository}.git` },
          ],
        },
      })
      const installed = await world.anonymous
        .call(installNode, { params: { nodeId: repository }, query: {} })
        .then(
          () => true,
          () => false,
        )
      return {
        named: await leadsTo(repository),
        provided: comfy_nodes[0]?.provider?.node_id,
        identified: identified.nodes.map(({ node_id }) => node_id),
        installed,
      }
    }
    const nothing = {
      named: undefined,
      provided: undefined,
      identified: [undefined, undefined, undefined],
      installed: false,
    }

    it('does not lead to a pack that only names it, or has another one of the same name', async () => {
      const id = fresh()
      const repository_url = `https://github.com/victim/${id}-tool`
      await world.given.version({
        node_id: (
          await world.given.node({ id, repository_url, repository_key: `github.com/victim/${id}-tool` })
        ).id,
      })
      assert.deepEqual(await ask(`victim/${id}-tool`, `${id} Blur`), nothing)
      const own = await world.given.node({
        id: `${id}-own`,
        repository_url: `https://github.com/stranger/${id}-fork`,
        repository_key: `github.com/stranger/${id}-fork`,
        repository_proof: 'claim',
      })
      await world.given.version({ node_id: own.id })
      assert.deepEqual(await ask(`victim/${id}-fork`, `${id} Blur`), nothing)
    })

    it('leads to its unclaimed entry, and to a pack with proof', async () => {
      for (const part of [{ publisher_id: unclaimedPublisherId }, { repository_proof: 'build' as const }]) {
        const id = fresh()
        const key = `github.com/acme/${id}-tool`
        await world.given.node({ id, repository_url: `https://${key}`, repository_key: key, ...part })
        const { named, provided, identified } = await ask(`acme/${id}-tool`, `${id} Blur`)
        assert.deepEqual([named, provided, identified], [id, id, [id, id, id]])
      }
    })

    it('brings its stars only with proof', async () => {
      for (const [proof, stars] of [
        [null, 0],
        ['claim', 900],
      ] as const) {
        const id = fresh()
        world.codeHost.addRepository({ owner: 'acme', name: id, stars: 900 })
        const key = `github.com/acme/${id}`
        await world.given.node({
          id,
          repository_url: `https://${key}`,
          repository_key: key,
          repository_proof: proof,
        })
        const node = await findNodeById(world.deps.db, id)
        assert.ok(node)
        await followRepository(world.deps, node)
        assert.equal((await world.anonymous.call(getNode, { params: { nodeId: id } })).github_stars, stars)
      }
    })
  })

  it('never outweigh a recorded id or repository if they are names of comfy-nodes', async () => {
    const id = fresh()
    const key = `github.com/acme/${id}`
    await world.given.node({
      id,
      publisher_id: unclaimedPublisherId,
      repository_url: `https://${key}`,
      repository_key: key,
    })
    const copy = await world.given.node({ id: `${id}-copy`, downloads: 1_000_000 })
    const version = await world.given.version({ node_id: copy.id })
    await world.given.comfyNode({ version_id: version.id, name: `${id} Blur` })
    const body = {
      comfy_nodes: [{ node_id: id }, { repository: `acme/${id}` }].map((record) => ({
        comfy_node_name: `${id} Blur`,
        ...record,
      })),
    }
    const { comfy_nodes } = await world.anonymous.call(findProviders, { body })
    assert.deepEqual(
      comfy_nodes.map(({ provider }) => provider?.node_id),
      [id, id],
    )
  })
})
