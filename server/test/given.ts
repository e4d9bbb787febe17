import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { type Insertable, sql } from 'kysely'
import { filesOfRecord } from '../../analysis/src/archive/pack-files.ts'
import { rulesVersion } from '../../analysis/src/scan/scan.ts'
import { readExamples } from '../../analysis/src/workflow/examples.ts'
import type { Deps } from '../src/deps.ts'
import { transact } from '../src/ground/db/changes.ts'
import type { Schema } from '../src/ground/db/schema.ts'
import { inTransaction } from '../src/ground/db/transactions.ts'
import { usualCiIssuers } from '../src/ground/setting-kinds.ts'
import { refreshLatestVersion } from '../src/packs/nodes/versions/latest.ts'
import { storeWorkflows } from '../src/packs/workflows/store.ts'
import { embeddedIssuer } from '../src/people/identity/embedded/project.ts'
import { hashOf, prefixOf, secretOf } from '../src/people/tokens/secret.ts'

type Part<Table extends keyof Schema> = Partial<Insertable<Schema[Table]>>

/** Builds complete, valid rows: a test states only what matters to it. Each call creates something new. */
export class Given {
  readonly #deps: Deps
  #count = 0

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async user(part: Part<'users'> = {}) {
    const id = part.id ?? `user-${this.#next()}`
    return this.#deps.db
      .insertInto('users')
      .values({
        issuer: embeddedIssuer,
        subject: id,
        email: `${id}@example.test`,
        name: `User ${id}`,
        email_verified: true,
        ...part,
        id,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Adds `owner`, a new user by default. */
  async publisher({ owner, ...part }: Part<'publishers'> & { owner?: { id: string } } = {}) {
    const id = part.id ?? `publisher-${this.#next()}`
    const publisher = await this.#deps.db
      .insertInto('publishers')
      .values({ name: `Publisher ${id}`, ...part, id })
      .returningAll()
      .executeTakeFirstOrThrow()
    const ownerId = owner?.id ?? (await this.user()).id
    await this.member({ publisher_id: id, user_id: ownerId, role: 'owner' })
    return { ...publisher, ownerId }
  }

  /** Adds analysis results of a version's archive. */
  async analysis(analysis: Part<'version_analyses'> & { version_id: string }) {
    await this.#deps.db
      .insertInto('version_analyses')
      .values({ rules_version: rulesVersion, ...analysis })
      .execute()
  }

  /** Stores a version's archive like publishing does, without checks. Returns the digest. */
  async archive(bytes: Uint8Array): Promise<string> {
    const { blobs, db } = this.#deps
    const staged = await blobs.stage(Readable.from([bytes]), { maxBytes: bytes.byteLength })
    await blobs.keep(staged.stagingKey, staged.sha256)
    await db.insertInto('archives').values({ digest: staged.sha256, size_bytes: staged.size }).execute()
    return staged.sha256
  }

  async member(member: { publisher_id: string; user_id: string; role: 'owner' | 'member' }) {
    await this.#deps.db.insertInto('publisher_permissions').values(member).execute()
  }

  /**
   * Returns one user of each kind that does not own the publisher: a member, an owner elsewhere, a user, an
   * admin.
   */
  async strangersTo(publisherId: string) {
    const [member, otherOwner] = [await this.user(), await this.user()]
    await this.member({ publisher_id: publisherId, user_id: member.id, role: 'member' })
    await this.publisher({ owner: otherOwner })
    return [member, otherOwner, await this.user(), await this.user({ is_admin: true })]
  }

  /** Valid for all nodes of the publisher and without expiry by default. */
  async token(part: Part<'personal_access_tokens'> & { publisher_id: string }) {
    const { newId, db } = this.#deps
    const secret = secretOf(newId())
    const token = await db
      .insertInto('personal_access_tokens')
      .values({
        id: newId(),
        name: 'A token',
        token_hash: hashOf(secret),
        token_prefix: prefixOf(secret),
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { ...token, secret }
  }

  /** Waits for a user's decision, unless it is approved for a publisher. */
  async deviceLogin({
    userCode,
    deviceCode,
    publisherId,
    approvedFor,
  }: {
    userCode: string
    deviceCode: string
    publisherId?: string
    approvedFor?: string
  }) {
    const { db, newId, now, seal } = this.#deps
    const token = approvedFor === undefined ? undefined : await this.token({ publisher_id: approvedFor })
    await db
      .insertInto('device_logins')
      .values({
        id: newId(),
        device_code_hash: hashOf(deviceCode),
        user_code: userCode.replace('-', ''),
        client_name: 'nodeyard',
        started_from: '192.0.2.7',
        network: '192.0.2.7',
        publisher_id: publisherId ?? null,
        created_at: now(),
        expires_at: new Date(now().getTime() + 900_000),
        ...(token ? { token_id: token.id, sealed_token: seal.close(token.secret) } : {}),
      })
      .execute()
    return { userCode, deviceCode }
  }

  /** Waits for a reply to its one message. */
  async appeal(part: Part<'appeal_messages'> & { version_id: string; author_id: string }) {
    const { db, newId, now } = this.#deps
    const at = now()
    await db
      .insertInto('appeals')
      .values({ version_id: part.version_id, opened_at: at, waiting_since: at })
      .execute()
    const message = { id: newId(), place: 1, from_moderators: false, body: 'It is harmless.', at, ...part }
    await db.insertInto('appeal_messages').values(message).execute()
  }

  /** Trusts Acme's repository at GitHub by default. */
  async trustedPublisher(part: Part<'trusted_publishers'> & { publisher_id: string }) {
    const { newId, db, now } = this.#deps
    return db
      .insertInto('trusted_publishers')
      .values({
        id: newId(),
        node_id: 'acme-blur',
        issuer: usualCiIssuers.github,
        repository: 'acme/acme-blur',
        workflow: 'publish.yml',
        created_at: now(),
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Subscribes to all events of its publisher. */
  async webhook(part: Part<'publisher_webhooks'> & { publisher_id: string }) {
    const { db, newId, now } = this.#deps
    return db
      .insertInto('publisher_webhooks')
      .values({
        id: newId(),
        url: 'https://hooks.example.test/nodeyard',
        secret: `whsec_${Buffer.alloc(32, 7).toString('base64')}`,
        created_at: now(),
        updated_at: now(),
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** A test delivery that arrived. */
  async delivery(part: Part<'publisher_webhook_deliveries'> & { webhook_id: string }) {
    const { db, newId, now } = this.#deps
    const delivery = await db
      .insertInto('publisher_webhook_deliveries')
      .values({
        id: newId(),
        type: 'ping',
        body: '{"type":"ping"}',
        state: 'delivered',
        attempts: 1,
        created_at: now(),
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await db
      .insertInto('publisher_webhook_attempts')
      .values({ delivery_id: delivery.id, number: 1, at: now(), duration_ms: 85, status: 204 })
      .execute()
    return delivery
  }

  /** A job that failed permanently. */
  async failedJob({
    id = this.#deps.newId(),
    name = 'refresh-stars',
    payload = {},
    error = 'It failed.',
  } = {}) {
    const at = this.#deps.now()
    await sql`
      insert into jobs.job (id, name, data, state, retry_limit, created_on, start_after, started_on, completed_on, output)
      values (${id}::uuid, ${name}, ${JSON.stringify(payload)}::jsonb, 'failed', 0, ${at}, ${at}, ${at}, ${at},
        ${JSON.stringify({ message: error })}::jsonb)`.execute(this.#deps.db)
    return id
  }

  async collection(
    part: Part<'collections'> & { owner_id: string },
    entries: readonly { node_id: string; note?: string }[] = [],
  ) {
    const at = this.#deps.now()
    const collection = await this.#deps.db
      .insertInto('collections')
      .values({
        title: 'A collection',
        is_public: false,
        created_at: at,
        updated_at: at,
        ...part,
        id: part.id ?? String(this.#next()).padStart(12, '0'),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    for (const [place, entry] of entries.entries())
      await this.#deps.db
        .insertInto('collection_nodes')
        .values({ ...entry, collection_id: collection.id, place })
        .execute()
    return collection
  }

  /** Open for a day. */
  async transfer({ node_id, from, to, id }: { node_id: string; from: string; to: string; id?: string }) {
    const { db, newId, now } = this.#deps
    return db
      .insertInto('node_transfers')
      .values({
        id: id ?? newId(),
        node_id,
        from_publisher_id: from,
        to_publisher_id: to,
        created_at: now(),
        expires_at: new Date(now().getTime() + 86_400_000),
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** Open for a day. */
  async invitation(part: Part<'publisher_invitations'> & { publisher_id: string }) {
    const { db, newId, now } = this.#deps
    const secret = newId()
    const invitation = await db
      .insertInto('publisher_invitations')
      .values({
        id: newId(),
        email: `${this.#next()}@example.test`,
        role: 'member',
        secret_hash: createHash('sha256').update(secret).digest('hex'),
        created_at: now(),
        expires_at: new Date(now().getTime() + 86_400_000),
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    return { ...invitation, secret }
  }

  /** A finished rescan of everything under today's rules, without changes. */
  async rescan(part: Part<'rescans'> = {}) {
    const { db, newId, now } = this.#deps
    return db
      .insertInto('rescans')
      .values({
        id: newId(),
        rules_version: rulesVersion,
        everything: true,
        state: 'looked',
        started_at: now(),
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** A verified attestation of a build of Acme's repository. */
  async attestation(part: Part<'version_attestations'> & { version_id: string }) {
    const { db, newId, now } = this.#deps
    const repository_url = 'https://github.com/acme/acme-blur'
    const workflow = `${repository_url}/.github/workflows/publish.yml@refs/tags/v1.2.0`
    return db
      .insertInto('version_attestations')
      .values({
        id: newId(),
        archive_digest: createHash('sha256').update(part.version_id).digest('hex'),
        bundle_digest: createHash('sha256').update(`bundle ${this.#next()}`).digest('hex'),
        bundle: '{}',
        issuer: usualCiIssuers.github,
        identity: workflow,
        repository_url,
        workflow,
        ref: 'refs/tags/v1.2.0',
        predicate_type: 'https://slsa.dev/provenance/v1',
        signed_at: now(),
        created_at: now(),
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** An open report by an anonymous user. */
  async report(part: Part<'abuse_reports'> & { node_id: string }) {
    const { db, newId, now } = this.#deps
    return db
      .insertInto('abuse_reports')
      .values({
        id: newId(),
        kind: 'malware',
        text: 'It reads my keys.',
        locale: 'en',
        reporter_key: `network ${this.#next()}`,
        created_at: now(),
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** An advisory for a node, by default without matching versions. */
  /** Records a file of a version as one that was banned. */
  async bannedFile({ version_id, ...part }: Part<'known_bad_files'> & { version_id: string }): Promise<void> {
    const { db, now } = this.#deps
    await db.insertInto('known_bad_versions').values({ version_id, noted_at: now() }).execute()
    const file = { path: 'blur.py', digest: 'c'.repeat(64), has_finding: true, ...part }
    await db
      .insertInto('known_bad_files')
      .values({ version_id, ...file })
      .execute()
  }

  async advisory(part: Part<'advisories'> & { id: string; node_id: string }) {
    const { db, now } = this.#deps
    const advisory = await db
      .insertInto('advisories')
      .values({
        severity: 'high',
        title: 'Sends pictures to a stranger',
        details: 'Version 0.9.0 uploads every picture that is saved.',
        remedy: 'Remove it, and change the keys that were in its reach.',
        aliases: ['CVE-2026-0001'],
        reference_urls: ['https://birch.example/security'],
        versions: ['0.9.0'],
        ranges: '[]',
        file_digests: [],
        archive_digests: [],
        refuses_installs: true,
        revision: 1,
        published_at: now(),
        updated_at: now(),
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    const { severity, title, details, remedy, aliases, versions, ranges, refuses_installs } = advisory
    const { reference_urls: references, archive_digests, file_digests } = advisory
    const content = {
      severity,
      title,
      details,
      remedy,
      aliases,
      references,
      refuses_installs,
      versions,
      ranges,
      archive_digests,
      file_digests,
    }
    await db
      .insertInto('advisory_revisions')
      .values({ advisory_id: advisory.id, revision: 1, at: now(), content: JSON.stringify(content) })
      .execute()
    return advisory
  }

  /** Belongs to a new customer. */
  async apiKey() {
    const { newId, db } = this.#deps
    const { id: customerId } = await this.user()
    const secret = `comfyui-${newId()}`
    await db.insertInto('customers').values({ id: customerId }).execute()
    const id = newId()
    await db
      .insertInto('api_keys')
      .values({
        id,
        customer_id: customerId,
        name: 'A key',
        key_prefix: secret.slice(0, 12),
        key_hash: createHash('sha256').update(secret).digest('hex'),
      })
      .execute()
    return { id, customerId, secret }
  }

  /** Active and without a version. */
  async node(part: Part<'nodes'> = {}) {
    const id = part.id ?? `node-${this.#next()}`
    const publisherId = part.publisher_id ?? (await this.publisher()).id
    return this.#deps.db
      .insertInto('nodes')
      .values({
        name: `Node ${id}`,
        description: `Description of ${id}.`,
        ...part,
        id,
        publisher_id: publisherId,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /**
   * Active, with an archive row but no stored bytes, and the latest of its node if its number is the highest.
   */
  async version(part: Part<'node_versions'> = {}) {
    const { now } = this.#deps
    const nodeId = part.node_id ?? (await this.node()).id
    const version = await this.#insertVersion({ ...part, node_id: nodeId })
    await transact(this.#deps, (tx) => refreshLatestVersion(tx, nodeId, now()))
    return version
  }

  /** Announced without an archive. */
  async announcedVersion(part: Part<'node_versions'> = {}) {
    const announced = { status: 'pending' as const, archive_digest: null, file_count: null }
    return this.version({ ...announced, unpacked_bytes: null, extract_status: 'pending', ...part })
  }

  /** A comfy-node name that an import lists for the node. */
  async hint(nodeId: string, name: string) {
    await this.#deps.db.insertInto('comfy_node_hints').values({ node_id: nodeId, name }).execute()
  }

  async replacement(part: Part<'comfy_node_replacements'> = {}) {
    return this.#deps.db
      .insertInto('comfy_node_replacements')
      .values({
        id: this.#deps.newId(),
        old_name: `Old ${this.#next()}`,
        new_name: 'New',
        node_id: null,
        origin: 'inferred',
        status: 'proposed',
        created_at: this.#deps.now(),
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** A reading of a node with its comfy-nodes. */
  async reading(
    {
      traits = {},
      findings = [],
      ...part
    }: Part<'node_readings'> & {
      node_id: string
      traits?: object
      findings?: object[]
    },
    comfyNodes: Omit<Part<'comfy_nodes'>, 'version_id'>[] = [],
  ) {
    const { db, newId, now } = this.#deps
    const reading = await db
      .insertInto('node_readings')
      .values({
        id: newId(),
        commit_id: createHash('sha1').update(part.node_id).digest('hex'),
        read_at: now(),
        repository_url: `https://github.com/test/${part.node_id}`,
        file_count: 5,
        unpacked_bytes: 1000,
        extract_status: 'success',
        verdict: 'clear',
        is_shareable: true,
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
    await this.analysis({
      version_id: reading.id,
      traits: JSON.stringify(traits),
      findings: JSON.stringify(findings),
    })
    for (const comfyNode of comfyNodes) await this.comfyNode({ ...comfyNode, version_id: reading.id })
    await db.updateTable('nodes').set({ reading_id: reading.id }).where('id', '=', part.node_id).execute()
    return reading
  }

  async comfyNode(part: Part<'comfy_nodes'> & { version_id: string }) {
    return this.#deps.db
      .insertInto('comfy_nodes')
      .values({
        name: `Comfy node ${this.#next()}`,
        input_types: '{"required":{"image":["IMAGE"]}}',
        return_types: '["IMAGE"]',
        return_names: '["image"]',
        output_is_list: [false],
        function: 'run',
        category: 'test',
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  /** A workflow of a version, as the analysis of its archive finds it. */
  async workflow(versionId: string, file: { path: string; json: unknown; picture?: string }) {
    const pack = filesOfRecord({
      [file.path]: JSON.stringify(file.json),
      ...(file.picture ? { [file.picture]: 'png' } : {}),
    })
    const found = await readExamples(pack, { count: 1, fileBytes: 1e6, bytes: 1e6 })
    await inTransaction(this.#deps.db, (tx) => storeWorkflows(tx, versionId, found))
  }

  async #insertVersion(part: Part<'node_versions'> & { node_id: string }) {
    const { db, newId, now } = this.#deps
    const id = newId()
    const digest = createHash('sha256').update(id).digest('hex')
    if (part.archive_digest === undefined) {
      await db.insertInto('archives').values({ digest, size_bytes: 1234 }).execute()
    }
    return db
      .insertInto('node_versions')
      .values({
        id,
        version: '1.0.0',
        status: 'active',
        archive_digest: digest,
        file_count: 3,
        unpacked_bytes: 4321,
        extract_status: 'success',
        first_active_at: (part.status ?? 'active') === 'active' ? now() : null,
        ...part,
      })
      .returningAll()
      .executeTakeFirstOrThrow()
  }

  #next(): number {
    return ++this.#count
  }
}
