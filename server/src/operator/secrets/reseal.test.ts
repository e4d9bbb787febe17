import assert from 'node:assert/strict'
import { execFile, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { promisify } from 'node:util'
import { createWebhook, rotateWebhookSecret } from '@nodeyard/contract/services'
import { sql } from 'kysely'
import { testEnvironment } from '../../../../scripts/set-up.mjs'
import { IdentityClient } from '../../../test/identity-client.ts'
import { findFreePort, hasPostgres, type RunningPostgres, startPostgres } from '../../../test/postgres.ts'
import { untilTrue } from '../../../test/until-true.ts'
import { useWorld, World } from '../../../test/world.ts'
import { runCommand } from '../../commands.ts'
import type { Deps } from '../../deps.ts'
import type { Db } from '../../ground/db/database.ts'
import { openPostgres } from '../../ground/db/open.ts'
import { sealWith } from '../../ground/seal.ts'
import { approveDeviceLogin } from '../../people/device-login/decide.ts'
import { startDeviceLogin } from '../../people/device-login/start.ts'
import { createPasswordAccount } from '../../people/identity/embedded/password-account.ts'
import { embeddedIdentity } from '../../people/identity/embedded/signing.ts'
import { codeAt, fromBase32, toBase32, totp } from '../../people/identity/embedded/totp.ts'
import { toActor } from '../../people/identity/users.ts'
import { checkSecrets } from './reseal.ts'
import { sealedPlaces } from './sql.ts'

const newKey = () => randomBytes(32)
const password = 'right-horse-9'
const [old, young] = [newKey(), newKey()]
const listOf = (...keys: Buffer[]) => keys.map((key) => key.toString('base64')).join(',')

/** Returns every encrypted text in the database, with its column. */
async function sealedTexts(db: Db): Promise<{ place: string; text: string }[]> {
  const { rows: columns } = await sql<{ table: string; column: string }>`
    select table_name as "table", column_name as "column" from information_schema.columns
    where table_schema = 'public' and data_type in ('text', 'jsonb', 'json')`.execute(db)
  const found = await Promise.all(
    columns.map(async ({ table, column }) => {
      const { rows } = await sql<{ text: string }>`select match[1] as text from ${sql.table(table)},
        regexp_matches(${sql.ref(column)}::text, 'sealed\.[A-Za-z0-9_-]+', 'g') as match`.execute(db)
      return rows.map(({ text }) => ({ place: `${table}.${column}`, text }))
    }),
  )
  return found.flat()
}

const codeOf = (secret: string, now: Date) =>
  codeAt(fromBase32(secret), Math.floor(now.getTime() / 1000 / totp.periodSeconds))

describe('resealing', () => {
  const registry = useWorld({}, { IDENTITY_KEY: listOf(old) })

  it('covers every place where the registry stores an encrypted text', async () => {
    const { world } = registry
    const { deps, given } = world
    const owner = await given.user()
    const { id: publisherId } = await given.publisher({ owner })
    const as = world.as(owner)
    const params = { publisherId }
    const { webhook } = await as.call(createWebhook, { params, body: { url: 'https://hooks.example.com/' } })
    await as.call(rotateWebhookSecret, { params: { publisherId, webhookId: webhook.id } })
    const login = await startDeviceLogin(deps, { client_name: 'nodeyard' }, '192.0.2.7')
    const wish = { publisher_id: publisherId, nodes: ['blur'] }
    await approveDeviceLogin(deps, toActor(owner), login.user_code, wish)
    await runCommand(deps, ['kill-list-key', 'add'], () => {})
    const email = 'careful@example.test'
    await createPasswordAccount(deps, { email, password, displayName: '' })
    const identity = new IdentityClient(world)
    const { idToken } = (await identity.post('accounts:signInWithPassword', { email, password })).body
    const enrolment = { idToken, totpEnrollmentInfo: {} }
    const begun = await identity.post('v2/accounts/mfaEnrollment:start', enrolment)
    const { sharedSecretKey, sessionInfo } = begun.body.totpSessionInfo
    const finish = (secret: string, session: string) =>
      identity.post('v2/accounts/mfaEnrollment:finalize', {
        idToken,
        totpVerificationInfo: { sessionInfo: session, verificationCode: codeOf(secret, world.now()) },
      })
    assert.equal((await finish(sharedSecretKey, sessionInfo)).status, 200)
    // This one is still waiting for its first code.
    await deps.db.updateTable('identity_factors').set({ last_step: 0 }).execute()
    const { body: again } = await identity.post('accounts:signInWithPassword', { email, password })
    assert.ok(again.mfaPendingCredential)
    await given.user({ id: 'waiting' })
    await deps.db
      .insertInto('identity_codes')
      .values({
        hash: '0'.repeat(64),
        kind: 'totp-enrolment',
        data: JSON.stringify({ secret: deps.seal.close('waits') }),
        created_at: world.now(),
        expires_at: world.now(),
      })
      .execute()

    const places = sealedPlaces.map(({ table, column }) => `${table}.${column}`)
    const before = await sealedTexts(deps.db)
    assert.deepEqual(new Set(before.map(({ place }) => place)), new Set(places))

    const lines: string[] = []
    const changing = { ...deps, seal: sealWith([young, old]) }
    assert.deepEqual(await checkSecrets(changing), [
      `${before.length} stored secrets are encrypted with a previous IDENTITY_KEY. Before you remove it, run npm run registry -- reseal`,
    ])
    assert.equal(await runCommand(changing, ['reseal'], (line) => lines.push(line)), 0)
    assert.deepEqual(lines, [`Encrypted ${before.length} stored secrets with the first key.`])
    const { stateOf } = sealWith([young])
    const states = (await sealedTexts(deps.db)).map(({ text }) => stateOf(text))
    assert.deepEqual(
      states,
      before.map(() => 'current'),
    )
    assert.deepEqual(await checkSecrets({ ...deps, seal: sealWith([young]) }), [])
    await embeddedIdentity({ ...deps, seal: sealWith([young]) })
    assert.equal(await runCommand(changing, ['reseal'], (line) => lines.push(line)), 0)
    assert.equal(lines.at(-1), 'Encrypted 0 stored secrets with the first key.')
  })

  it('encrypts what was stored without a key, also at the next start', async () => {
    const { db } = registry.world.deps
    const { id: publisherId } = await registry.world.given.publisher()
    const { id } = await registry.world.given.webhook({ publisher_id: publisherId, secret: 'plain' })
    const seal = sealWith([young])
    assert.deepEqual(await checkSecrets({ db, seal }), [])
    const { secret } = await db
      .selectFrom('publisher_webhooks')
      .select('secret')
      .where('id', '=', id)
      .executeTakeFirstOrThrow()
    assert.equal(seal.stateOf(secret), 'current')
    assert.equal(seal.open(secret), 'plain')
  })

  it('names the secrets that no key decrypts, and reseals the others', async () => {
    const { deps, given } = registry.world
    const { id: publisherId } = await given.publisher()
    const lost = sealWith([newKey()]).close('lost')
    const { id } = await given.webhook({ publisher_id: publisherId, secret: lost })
    const newest = newKey()
    const lines: string[] = []
    const changing = { ...deps, seal: sealWith([newest, young]) }
    assert.equal(await runCommand(changing, ['reseal'], (line) => lines.push(line)), 1)
    const [done, warning] = lines
    assert.match(done ?? '', /^Encrypted \d\d stored secrets/)
    assert.match(warning ?? '', /\(publisher_webhooks\.secret: 1\)/)
    assert.deepEqual(await checkSecrets({ ...deps, seal: sealWith([newest]) }), [warning])
    await deps.db.deleteFrom('publisher_webhooks').where('id', '=', id).execute()
  })

  it('refuses to decrypt everything', async () => {
    const lines: string[] = []
    const deps: Deps = { ...registry.world.deps, seal: sealWith([]) }
    assert.equal(await runCommand(deps, ['reseal'], (line) => lines.push(line)), 1)
    assert.deepEqual(lines, ['IDENTITY_KEY is not set.'])
  })
})

describe('replacing IDENTITY_KEY', { skip: !hasPostgres() && 'PostgreSQL is not installed' }, () => {
  let postgres: RunningPostgres
  let url: string
  let world: World
  const waiting: { email: string; secret: string }[] = []
  const processes = new Set<Awaited<ReturnType<typeof startProcess>>>()
  let folder: string

  before(async () => {
    folder = await mkdtemp(join(tmpdir(), 'nodeyard-reseal-'))
    const started = await startPostgres()
    if ('unavailable' in started) throw new Error(started.unavailable)
    postgres = started
    const server = await openPostgres(postgres.url, 2)
    await sql`create database rolling template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`.execute(
      server.db,
    )
    await server.close()
    url = Object.assign(new URL(postgres.url), { pathname: '/rolling' }).href
    world = await World.open({}, { IDENTITY_KEY: listOf(old) }, () => openPostgres(url, 4))
  })
  after(async () => {
    for (const one of processes) await one.end()
    await world?.close()
    await postgres?.stop()
    await rm(folder, { recursive: true, force: true })
  })

  const environment = (keys: Buffer[]) => ({
    ...testEnvironment(),
    NODE_ENV: 'production',
    SITE_URL: 'http://localhost:1',
    API_URL: 'http://localhost:2',
    DATA_DIR: folder,
    DATABASE_URL: url,
    IDENTITY_KEY: listOf(...keys),
  })

  async function startProcess(...keys: Buffer[]) {
    const port = await findFreePort()
    const child = spawn(process.execPath, [join(import.meta.dirname, '../../main.ts')], {
      env: { ...environment(keys), ROLES: 'api', API_PORT: String(port) },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    child.stdout.setEncoding('utf8').on('data', (text: string) => {
      output += text
    })
    const exited = once(child, 'exit')
    await untilTrue(() => output.includes('is ready.') || child.exitCode !== null)
    assert.equal(child.exitCode, null, output)
    const started = {
      output: () => output,
      async post(path: string, body: object) {
        const response = await fetch(
          `http://127.0.0.1:${port}/identitytoolkit.googleapis.com/${path}?key=nodeyard-embedded`,
          {
            method: 'POST',
            headers: { 'content-type': 'application/json' },
            body: JSON.stringify(body),
          },
        )
        return { status: response.status, body: await response.json() }
      },
      async whoIs(idToken: string) {
        const headers = { authorization: `Bearer ${idToken}` }
        return (await fetch(`http://127.0.0.1:${port}/users`, { headers })).status
      },
      async end() {
        child.kill('SIGTERM')
        await exited
        processes.delete(started)
      },
    }
    processes.add(started)
    return started
  }
  type Process = Awaited<ReturnType<typeof startProcess>>

  /** Adds an account with an authenticator app, whose code works once in 30 seconds. */
  async function addPerson(seal = world.deps.seal) {
    const email = `person${waiting.length}@example.test`
    const { deps } = world
    await createPasswordAccount(deps, { email, password, displayName: '' })
    const { uid } = await deps.db
      .selectFrom('identity_accounts')
      .select('uid')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    const secret = toBase32(randomBytes(20))
    await deps.db
      .insertInto('identity_factors')
      .values({ id: deps.newId(), uid, kind: 'totp', secret: seal.close(secret), enrolled_at: deps.now() })
      .execute()
    waiting.push({ email, secret })
  }

  /** Signs in with a second factor at one process, and uses the session at all. */
  async function signInAt(place: Process, all: Process[]) {
    const person = waiting.pop()
    assert.ok(person)
    const { email, secret } = person
    const first = await place.post('v1/accounts:signInWithPassword', { email, password })
    assert.equal(first.status, 200, JSON.stringify(first.body))
    const { mfaPendingCredential, mfaInfo } = first.body
    const second = await place.post('v2/accounts/mfaSignIn:finalize', {
      mfaPendingCredential,
      mfaEnrollmentId: mfaInfo[0].mfaEnrollmentId,
      totpVerificationInfo: { verificationCode: codeOf(secret, new Date()) },
    })
    assert.equal(second.status, 200, JSON.stringify(second.body))
    // Processes are notified of new signing keys a moment later.
    for (const one of all) await untilTrue(async () => (await one.whoIs(second.body.idToken)) === 200)
  }

  it('keeps every process serving at each step, and retires the old key', async () => {
    for (let count = 0; count < 20; count++) await addPerson()
    const steps = [[old], [old, young], [young, old]]
    let current = await startProcess(old)
    for (const [at, keys] of steps.entries()) {
      const next = await startProcess(...keys)
      const before = steps[at - 1] ?? keys
      for (const place of [current, next]) await signInAt(place, [current, next])
      // New keys are sealed by either process, and read by both.
      for (const list of [before, keys]) {
        await (await embeddedIdentity({ ...world.deps, seal: sealWith(list) })).signer.rotate()
        for (const place of [current, next]) await signInAt(place, [current, next])
      }
      await current.end()
      current = next
    }
    assert.match(current.output(), /encrypted with a previous IDENTITY_KEY/)
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [join(import.meta.dirname, '../../command.ts'), 'reseal'],
      { env: environment([young, old]) },
    )
    assert.match(stdout, /Encrypted \d+ stored secrets with the first key\./)
    const last = await startProcess(young)
    for (const place of [current, last]) await signInAt(place, [current, last])
    assert.doesNotMatch(last.output(), /IDENTITY_KEY/)
    const { stateOf } = sealWith([young])
    for (const { place, text } of await sealedTexts(world.deps.db))
      assert.equal(stateOf(text), 'current', place)
  })
})
