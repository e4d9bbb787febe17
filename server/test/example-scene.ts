import { createHash, createHmac } from 'node:crypto'
import {
  advisoriesOfExamples as advisories,
  attestationOfExamples,
  bundleOfExamples,
  collectionsOfExamples as collections,
  commitOfExamples,
  deviceLoginsOfExamples,
  heldCommitOfExamples,
  idsOfExamples as ids,
  resultOfExample,
  secretsOfExamples as secrets,
  uuid,
} from '@nodeyard/contract/examples'
import { type Access, defined, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { proxyServices } from '@nodeyard/contract/services'
import { reindexEverything } from '../src/discovery/search/reindex.ts'
import type { Database } from '../src/ground/db/database.ts'
import { usualCiIssuers } from '../src/ground/setting-kinds.ts'
import type { VerifiedBundle } from '../src/packs/attestations/verify.ts'
import { importModels, importRepositories } from '../src/packs/models/import.ts'
import { ciIssuers } from '../src/packs/trusted-publishing/issuers.ts'
import { creditCustomer } from '../src/people/customers/ledger.ts'
import { signAdminToken } from '../src/people/identity/admin-token.ts'
import { signServiceToken } from '../src/people/identity/service-token.ts'
import { toActor } from '../src/people/identity/users.ts'
import { hashOf, prefixOf } from '../src/people/tokens/secret.ts'
import { probeEverything } from '../src/services/status/probe.ts'
import { haveCatalogue, haveDataset } from './catalogue.ts'
import { type FakeServices, startFakeServices } from './fakes/generation-services.ts'
import { fakeMetering } from './fakes/metering.ts'
import { FakeOidcIssuer, githubClaims } from './fakes/oidc-issuer.ts'
import { fakePayments } from './fakes/payments.ts'
import { fakeStorage } from './fakes/storage.ts'
import { haveSlice } from './python-index.ts'
import { World } from './world.ts'

const adminSecret = 'the-secret-of-a-sibling'
const ciSecret = 'the-secret-of-build-machines'
const webhookSecret = 'the-secret-of-senders'
const upstreamKey = 'the-key-of-the-registry'
const hash = (text: string) => createHash('sha256').update(text).digest('hex')

const acmeBlurColumns = {
  category: 'image/filter',
  description: 'Blurs a picture.',
  function: 'blur',
  input_types: '{"required":{"image":["IMAGE"],"radius":["INT",{"default":4}]}}',
}

const { issuer, identity, commit = '', run_url = '', ref = '', workflow = '' } = attestationOfExamples
const verifiedOfExamples: VerifiedBundle = {
  issuer,
  identity,
  workflow,
  ref,
  commit,
  runUrl: run_url,
  repositoryUrl: attestationOfExamples.repository_url ?? '',
  predicateType: attestationOfExamples.predicate_type,
  signedAt: new Date(attestationOfExamples.signed_at),
  logIndex: attestationOfExamples.log_index ?? '',
}

/** The signed-in caller of each example whose caller is not the owner of Acme. */
const callers: Record<string, Person> = {
  createCustomer: 'lee',
  endOwnSessions: 'sam',
  showInvitation: 'kim',
  acceptInvitation: 'kim',
  declineInvitation: 'kim',
  reviewNode: 'kim',
  generateAdminToken: 'admin',
}

type Person = 'maya' | 'kim' | 'lee' | 'sam' | 'admin'
type User = Awaited<ReturnType<World['given']['user']>>

/** A registry with everything that the examples of the API description mention. */
export class ExampleScene {
  readonly world: World
  readonly #services: FakeServices
  readonly #ci: FakeOidcIssuer
  readonly #users: Record<Person, User>

  private constructor(world: World, services: FakeServices, ci: FakeOidcIssuer, users: Record<Person, User>) {
    this.world = world
    this.#services = services
    this.#ci = ci
    this.#users = users
  }

  static async open(): Promise<ExampleScene> {
    const scene = await ExampleScene.over({})
    await scene.#prepareReads().catch(async (error: unknown) => {
      await scene.close()
      throw error
    })
    return scene
  }

  /** Opens a registry with the people of the examples, over a fresh database or one that has them already. */
  static async over({
    filled,
    now,
  }: {
    filled?: () => Promise<Database>
    now?: Date
  }): Promise<ExampleScene> {
    const services = await startFakeServices(upstreamKey)
    const ci = await FakeOidcIssuer.at(usualCiIssuers.github, () => world.now())
    const payments = fakePayments(webhookSecret)
    payments.addCoupon({ id: 'spring', duration: 'once', valid: true, percent_off: 10 })
    payments.addPromoCode({ id: 'promo-1', code: 'SPRING', coupon_id: 'spring', active: true })
    const env = {
      API_URL: 'https://api.example.test',
      ADMIN_SECRET: adminSecret,
      CI_SECRET: ciSecret,
      CI_REPOSITORY: 'tool/core',
      RELEASE_SECRET: webhookSecret,
      RELEASE_REPOSITORIES: 'tool/core=comfyui',
      ...Object.fromEntries(
        proxyServices.flatMap((name) => [
          [`PROXY_${name.toUpperCase()}_KEY`, upstreamKey],
          [`PROXY_${name.toUpperCase()}_URL`, `${services.url}/${name}`],
        ]),
      ),
    }
    const world = await World.open(
      {
        providers: { payments, metering: fakeMetering, storage: fakeStorage(() => world.now()) },
        ...defined({ now: now && (() => now) }),
        // The bundle of the examples is shortened, and proves nothing.
        attestationVerifier: { verify: async () => verifiedOfExamples },
        ciIssuers: ciIssuers(
          [
            { kind: 'github', url: usualCiIssuers.github },
            { kind: 'gitlab', url: usualCiIssuers.gitlab },
          ],
          () => world.now(),
          { fetch: ci.fetch },
        ),
      },
      env,
      filled,
    )
    // Most versions of the scene have no archive.
    world.allowFailedJobs(/There is no blob archives\//)
    const user = async (
      id: string,
      part: { email?: string; name: string; is_admin?: boolean },
    ): Promise<User> =>
      filled
        ? world.deps.db.selectFrom('users').selectAll().where('id', '=', id).executeTakeFirstOrThrow()
        : world.given.user({ id, ...part })
    const users = {
      maya: await user('user-maya', { email: 'maya@acme.example', name: 'Maya Ito' }),
      kim: await user('user-kim', { email: 'kim@example.com', name: 'Kim' }),
      lee: await user('user-lee', { email: 'lee@acme.example', name: 'Lee' }),
      sam: await user('user-sam', { name: 'Sam' }),
      admin: await user('user-ada', { email: 'ada@example.com', name: 'Ada', is_admin: true }),
    }
    return new ExampleScene(world, services, ci, users)
  }

  async close(): Promise<void> {
    await this.world.close().finally(() => this.#services.close())
  }

  /** Completes the body of an example with a secret that only another service can create. */
  async filled(body: string): Promise<string> {
    if (!body.includes(secrets.ciToken)) return body
    const token = await this.#ci.mint({ aud: 'https://api.example.test', ...githubClaims() })
    return body.replace(secrets.ciToken, token)
  }

  /** Returns the credentials of an example's caller. */
  async headersFor(operationId: string, access: Access, body: string): Promise<Record<string, string>> {
    const { world } = this
    const { admin } = this.#users
    const bearer = (token: string) => ({ authorization: `Bearer ${token}` })
    if (operationId === 'getOwnToken') return bearer(secrets.publishToken)
    const signature = createHmac('sha256', webhookSecret).update(body).digest('hex')
    switch (access) {
      case 'webhook':
        return operationId === 'receiveRelease'
          ? { 'x-hub-signature-256': `sha256=${signature}` }
          : { 'stripe-signature': signature }
      case 'admin-secret':
        return { 'x-comfy-admin-secret': adminSecret }
      case 'ci-secret':
        return bearer(ciSecret)
      case 'service':
      case 'service-or-admin':
        return bearer(await signServiceToken(world.deps, { name: 'scheduler', days: 1 }))
      case 'admin':
        return { ...bearer(await world.tokenOf(admin)), 'x-comfy-admin-secret': adminSecret }
      case 'admin-token':
        return bearer((await signAdminToken(world.deps, toActor(admin))).token)
      case 'customer':
      case 'signed-in':
      case 'signed-in-or-publish-token':
      case 'signed-in-or-bearer-token':
        return bearer(await world.tokenOf(this.#users[callers[operationId] ?? 'maya']))
      default:
        return {}
    }
  }

  /** A moderator's decision about code of the pack, which is in force. */
  async #decision(): Promise<void> {
    const { db } = this.world.deps
    await db
      .insertInto('scan_decisions')
      .values({
        id: uuid,
        made_with: uuid,
        node_id: 'acme-blur',
        rule: 'pickled-data',
        severity: 'high',
        digest: '6b86b273ff34fce19d6b804eff5a3f5747ada4eaa22f1d49c01e52ddb7875b4b',
        verdict: 'approved',
        reason: 'The pack wrote the file itself.',
        version: '1.1.0',
        file: 'nodes.py',
        name: 'load_cache',
        parts: '[]',
        rules_version: 15,
        decided_by: 'user-ada',
        decided_at: this.world.now(),
        expires_at: new Date(this.world.now().getTime() + 180 * 86_400_000),
      })
      .execute()
  }

  /** A comparison with a commit, an attestation, and a vulnerable requirement. */
  async #trust(versionId: string): Promise<void> {
    const { given, deps } = this.world
    const { commit: commit_id = '', repository_url = '' } = attestationOfExamples
    const files = [
      { path: 'pyproject.toml', state: 'changed' },
      { path: 'tests/test_blur.py', state: 'missing' },
    ]
    await deps.db
      .insertInto('version_commit_matches')
      .values({
        version_id: versionId,
        repository_url,
        commit_id,
        repository_key: 'github.com/acme/acme-blur',
        named_by: 'build',
        state: 'compared',
        tried_at: this.world.now(),
        same: 11,
        changed: 1,
        missing: 1,
        files: JSON.stringify(files),
      })
      .execute()
    await given.attestation({
      id: ids.attestation,
      version_id: versionId,
      commit_id,
      bundle: JSON.stringify(bundleOfExamples),
      run_url: attestationOfExamples.run_url ?? '',
      log_index: attestationOfExamples.log_index ?? '',
    })
    await deps.db
      .insertInto('python_advisories')
      .values({
        id: 'PYSEC-2026-7',
        package: 'numpy',
        summary: 'Reads beyond the end of a buffer',
        severity: 'high',
        aliases: ['CVE-2026-0007'],
        ranges: JSON.stringify([{ introduced: '0' }]),
        modified_at: this.world.now(),
        imported_at: this.world.now(),
      })
      .execute()
  }

  async #prepareReads(): Promise<void> {
    const { world } = this
    const { given, deps } = world
    await haveCatalogue(world)
    await haveDataset(world)
    await haveSlice(world)
    await importRepositories(deps, [
      { url: 'https://huggingface.co/acme/blur', license: 'apache-2.0', isGated: false },
    ])
    await importModels(
      deps,
      [
        {
          name: 'blur_xl.safetensors',
          folder: 'checkpoints',
          size: 6_938_040_682,
          url: 'https://models.example.org/blur_xl.safetensors',
          sha256: 'b'.repeat(64),
        },
      ],
      'list',
    )
    const { maya } = this.#users
    world.codeHost.addRepository({
      owner: 'acme',
      name: 'acme-blur',
      files: { 'pyproject.toml': '[tool.comfy]\nPublisherId = "acme"\n' },
    })
    await given.publisher({
      id: 'acme',
      name: 'Acme Studio',
      description: 'Small tools for large pictures.',
      website: 'https://acme.example',
      owner: maya,
    })
    const compatibility = {
      supported_os: ['Linux', 'Windows'],
      supported_accelerators: ['CUDA'],
      supported_comfyui_version: '>=0.3.0',
    }
    await given.node({
      id: 'acme-blur',
      publisher_id: 'acme',
      name: 'Acme Blur',
      description: 'Blurs pictures.',
      license: '{"text": "MIT"}',
      repository_url: 'https://github.com/acme/acme-blur',
      repository_key: 'github.com/acme/acme-blur',
      repository_proof: 'claim',
      tags: ['blur'],
      github_stars: 12,
      ...compatibility,
    })
    const version = await given.version({
      node_id: 'acme-blur',
      version: '1.2.0',
      status: 'flagged',
      changelog: 'Blurs twice as fast.',
      dependencies: ['numpy>=2'],
      ...compatibility,
    })
    await given.comfyNode({ version_id: version.id, name: 'AcmeBlur', ...acmeBlurColumns })
    await this.#trust(version.id)
    const owned = { owner_id: this.#users.maya.id, title: 'Soft portraits' }
    const described = { ...owned, description: 'For skin that still looks like skin.', is_public: true }
    const entries = [{ node_id: 'acme-blur', note: 'Blur last, and only a little.' }]
    await given.collection(
      { ...described, id: collections.curated, owner_id: this.#users.admin.id, is_curated: true },
      entries,
    )
    await given.collection({ ...described, id: collections.own }, entries)
    await given.workflow(version.id, {
      path: 'example_workflows/soft-portrait.json',
      json: {
        nodes: [
          {
            id: 1,
            type: 'AcmeBlur',
            title: 'Acme Blur',
            pos: [0, 0],
            size: [210, 60],
            inputs: [
              { name: 'image', type: 'IMAGE' },
              { name: 'radius', type: 'INT', widget: {} },
            ],
            outputs: [{ name: 'image', type: 'IMAGE' }],
            properties: { cnr_id: 'acme-blur', ver: '1.2.0' },
            widgets_values: [4],
          },
        ],
        links: [],
      },
    })
    await given.analysis({
      version_id: version.id,
      traits: JSON.stringify({
        interfaces: [{ name: 'comfy.sd.ModelPatcher', file: 'nodes.py', line: 3 }],
        model_inputs: [
          { comfy_node_name: 'AcmeBlurLoader', input: 'model_name', place: 0, folders: ['blur'], files: [] },
        ],
        models: [
          {
            url: 'https://huggingface.co/acme/blur/resolve/main/blur.pth',
            name: 'blur.pth',
            folder: 'blur',
            from: 'code',
            file: 'nodes/load.py',
            line: 12,
          },
        ],
      }),
      findings: JSON.stringify([
        {
          rule: 'downloaded-code',
          severity: 'critical',
          message: '`eval` runs what comes from the network.',
          file_path: 'nodes.py',
          line_number: 12,
          code_snippet: 'eval(requests.get(url).text)',
          why: 'The owner of that address controls the machine.',
          fix: 'Ship the code with your node.',
          path: [
            { file: 'fetch.py', line: 4, kind: 'source', noun: 'network_data', detail: 'cdn.example' },
            { file: 'nodes.py', line: 11, kind: 'carrier', noun: 'function', detail: 'fetched' },
            { file: 'nodes.py', line: 12, kind: 'sink', noun: 'code', detail: 'eval' },
          ],
        },
      ]),
    })
    await this.#decision()
    await given.appeal({
      id: ids.appealMessage,
      version_id: version.id,
      author_id: maya.id,
      body: 'Line 12 only reads a file of our own. What should we change?',
    })
    await this.#call('PUT', '/admin/nodes/acme-blur/versions/1.2.0', 'admin-token', {
      status: 'NodeVersionStatusActive',
      status_reason: 'Looked at it: harmless.',
    })
    await given.replacement({
      id: ids.replacement,
      node_id: 'acme-blur',
      old_name: 'AcmeBlurOld',
      new_name: 'AcmeBlur',
      created_at: new Date('2026-05-01T09:00:00.000Z'),
    })
    await given.replacement({ id: ids.replacementToDelete })
    await given.publisher({ id: 'birch', name: 'Birch' })
    for (const [id, name] of [
      ['birch-grain', 'Birch Grain'],
      ['birch-lens', 'Birch Lens'],
      ['birch-crop', 'Birch Crop'],
    ] as const) {
      await given.node({ id, name, publisher_id: 'birch', description: '' })
    }
    await this.#prepareReadings()
    await given.transfer({ id: ids.transferToAccept, node_id: 'birch-grain', from: 'birch', to: 'acme' })
    await given.invitation({
      id: ids.invitation,
      publisher_id: 'acme',
      email: 'kim@example.com',
      secret_hash: hash(secrets.shownInvitation),
    })
    const { shown, toApprove, toDeny } = deviceLoginsOfExamples
    for (const one of [shown, toApprove, toDeny]) await given.deviceLogin({ ...one, publisherId: 'acme' })
    await given.token({
      id: ids.token,
      publisher_id: 'acme',
      name: 'CI',
      created_by: maya.id,
      token_hash: hashOf(secrets.publishToken),
      token_prefix: prefixOf(secrets.publishToken),
    })
    await given.trustedPublisher({ id: ids.trustedPublisher, publisher_id: 'acme', created_by: maya.id })
    await this.#call('POST', '/customers', 'customer')
    await creditCustomer(
      deps,
      { kind: 'operator', id: 'operator' },
      {
        customerId: maya.id,
        transactionId: deps.newId(),
        amountMicros: 5_000_000,
        reason: 'A gift.',
      },
    )
    await deps.db
      .insertInto('api_keys')
      .values({
        id: ids.apiKey,
        customer_id: maya.id,
        name: 'laptop',
        key_prefix: secrets.apiKey.slice(0, 16),
        key_hash: hash(secrets.apiKey),
      })
      .execute()
    await deps.db
      .insertInto('release_notes')
      .values({
        project: 'comfyui',
        version: '0.4.0',
        attention: 'medium',
        content: '{"en":"Starts twice as fast."}',
        published_at: world.now(),
      })
      .execute()
    await this.#call('POST', '/upload-artifact', 'ci-secret', resultOfExample)
    await deps.db.updateTable('ci_results').set({ id: ids.ciResult }).execute()
    await given.report({
      id: ids.report,
      node_id: 'acme-blur',
      version_id: version.id,
      text: 'It sends my pictures to paste.example.',
      contact: 'kim@example.com',
    })
    await given.advisory({ id: advisories.shown, node_id: 'birch-grain' })
    await this.#recordBannedFile()
    this.world.allowFailedJobs(/^The code host does not respond\.$/)
    for (const id of [ids.failedJob, ids.jobToDiscard]) {
      await given.failedJob({ id, payload: { maxBatch: 100 }, error: 'The code host does not respond.' })
    }
    const rescan = await given.rescan({ id: ids.rescan, looked: 1 })
    await deps.db
      .insertInto('rescan_changes')
      .values({
        rescan_id: rescan.id,
        version_id: version.id,
        outcome: 'flag',
        findings: JSON.stringify([
          {
            rule: 'downloaded-code',
            severity: 'critical',
            file_path: 'nodes.py',
            line_number: 12,
            message: '`eval` runs what comes from the network.',
          },
        ]),
      })
      .execute()
    const webhook = await given.webhook({
      id: ids.webhook,
      publisher_id: 'acme',
      description: 'Build machine',
    })
    await given.delivery({ id: ids.delivery, webhook_id: webhook.id })
    await probeEverything(deps)
    await world.runJobs()
    await reindexEverything(deps)
  }

  /** Creates data for the examples that change something; lists stay short without it. */
  /** Nodes whose repositories were read, hold something suspicious, or are gone. */
  async #prepareReadings(): Promise<void> {
    const { given, deps } = this.world
    for (const [id, name] of [
      ['cedar-grain', 'Cedar Grain'],
      ['cedar-fog', 'Cedar Fog'],
      ['cedar-dust', 'Cedar Dust'],
      ['cedar-fog-copy', 'Cedar Fog'],
    ] as const) {
      const url = `https://github.com/cedar/${id}`
      const repository = { repository_url: url, repository_key: url.slice('https://'.length) }
      await given.node({ id, name, publisher_id: unclaimedPublisherId, description: '', ...repository })
    }
    const traits = {
      license: 'MIT',
      python: '>=3.10',
      wheels: [],
      os: [],
      accelerators: ['CUDA'],
      examples: 2,
      requirements: ['numpy>=2'],
      has_requirements: true,
    }
    await given.reading(
      {
        node_id: 'cedar-grain',
        commit_id: commitOfExamples,
        file_count: 12,
        unpacked_bytes: 48_210,
        omitted_files: 1,
        omitted_bytes: 9_400_000,
        traits,
        repository_url: 'https://github.com/cedar/cedar-grain',
      },
      [{ ...acmeBlurColumns, name: 'CedarGrain', return_types: '["GRAIN"]' }],
    )
    const finding = {
      rule: 'hidden-code',
      severity: 'critical',
      file_path: '__init__.py',
      line_number: 3,
      message: '`exec` runs something that is decoded first.',
    }
    const held = { commit_id: heldCommitOfExamples, verdict: 'held' as const, findings: [finding] }
    await given.reading({ node_id: 'cedar-fog', ...held })
    const [tried_at, due_at] = [this.world.now(), new Date(this.world.now().getTime() + 86_400_000)]
    const detail = 'The code host does not know github.com/cedar/cedar-dust.'
    const gone = { failure: 'gone' as const, failure_detail: detail, failures: 2 }
    await deps.db
      .insertInto('reading_turns')
      .values({ node_id: 'cedar-dust', tried_at, due_at, ...gone })
      .execute()
  }

  async prepareWrites(): Promise<void> {
    const { given, codeHost } = this.world
    const { maya } = this.#users
    await given.deviceLogin({ ...deviceLoginsOfExamples.approved, approvedFor: 'acme' })
    await given.publisher({ id: 'former-acme', owner: maya })
    await given.publisher({ id: 'acme-labs', name: 'Acme Labs', owner: maya })
    await given.publisher({ id: 'spammer' })
    await given.publisher({ id: 'sorry', status: 'banned' })
    await given.user({ id: 'user-spam' })
    await given.user({ id: 'user-sorry', status: 'banned' })
    await given.user({ id: 'user-noah', email: 'noah@acme.example', name: 'Noah Diaz' })
    await given.member({ publisher_id: 'acme', user_id: 'user-noah', role: 'member' })
    await given.member({ publisher_id: 'acme', user_id: 'user-lee', role: 'member' })
    await given.invitation({
      id: ids.invitationToAccept,
      publisher_id: 'birch',
      secret_hash: hash(secrets.invitation),
    })
    await given.invitation({
      id: ids.invitationToDecline,
      publisher_id: 'acme-labs',
      email: 'kim@example.com',
      secret_hash: hash(secrets.otherInvitation),
    })
    await given.advisory({ id: advisories.edited, node_id: 'birch-grain' })
    await given.advisory({ id: advisories.withdrawn, node_id: 'birch-grain' })
    for (const id of [ids.reportToTake, ids.reportToClose]) {
      await given.report({ id, node_id: 'acme-blur', kind: 'broken', text: 'It does not start.' })
    }
    await given.node({ id: 'acme-old', publisher_id: 'acme' })
    await given.node({ id: 'bad-pack', publisher_id: 'spammer' })
    codeHost.addRepository({ owner: 'maya', name: 'lost-pack' })
    codeHost.addToken(secrets.codeHostToken, 'maya')
    await given.node({
      id: 'lost-pack',
      publisher_id: unclaimedPublisherId,
      repository_url: 'https://github.com/maya/lost-pack',
    })
    await given.node({ id: 'acme-noise', publisher_id: 'acme' })
    await given.transfer({ id: ids.transferToEnd, node_id: 'acme-noise', from: 'acme', to: 'birch' })
    await given.node({ id: 'acme-warp', publisher_id: 'acme', name: 'Acme Warp', description: '' })
    const version = (id: string, number: string, part: object = {}) =>
      given.version({ id, node_id: 'acme-warp', version: number, ...part })
    await version(ids.version, '1.0.0')
    await version(ids.versionToYank, '1.1.0')
    await version(ids.yankedVersion, '0.9.0', { yanked_at: this.world.now(), yank_reason: 'Broken.' })
    await version(ids.versionToDelete, '0.8.0')
    await version(ids.flaggedVersion, '0.7.0', { status: 'flagged' })
    await version(ids.unreadVersion, '0.6.0', { extract_status: 'pending' })
    await given.collection({ id: collections.toDelete, owner_id: this.#users.maya.id })
    await given.webhook({ id: ids.webhookToDelete, publisher_id: 'acme' })
    await given.token({ id: ids.tokenToRevoke, publisher_id: 'acme', name: 'Old' })
    for (const [id, workflow] of [
      [ids.trustedPublisherToChange, 'nightly.yml'],
      [ids.trustedPublisherToDelete, 'old.yml'],
    ] as const) {
      await given.trustedPublisher({ id, workflow, publisher_id: 'acme' })
    }
  }

  async #recordBannedFile(): Promise<void> {
    const { given } = this.world
    // A version of years ago that was deleted after the ban changes hardly any other response.
    const { id: version_id } = await given.version({
      node_id: 'birch-lens',
      version: '0.8.0',
      status: 'deleted',
      created_at: new Date('2020-01-01'),
    })
    await given.bannedFile({ version_id })
  }

  async #call(method: 'POST' | 'PUT', url: string, access: Access, payload?: object): Promise<void> {
    const headers = await this.headersFor('', access, '')
    const answer = await this.world.inject({ method, url, headers, ...defined({ payload }) })
    if (answer.statusCode >= 300) throw new Error(`${url}: ${answer.statusCode} ${answer.payload}`)
  }
}
