// npm run lab -- restore-check: backs up a running registry, restores it to a moment between two publishes,
// and starts a registry on it that a client and a mirror continue to follow. Then does the same with a copied
// folder of the embedded database. Takes a minute.
import assert from 'node:assert/strict'
import { createHash } from 'node:crypto'
import { chmod, cp, mkdir, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Catalogue } from '@nodeyard/contract/catalogue'
import { filesOf } from '@nodeyard/contract/catalogue-file'
import type { PublicKey, Signed } from '@nodeyard/contract/signed'
import pg from 'pg'
import pino from 'pino'
import { Program, runCommand } from '../../bench/program.ts'
import { currentText, type StoredCatalogue, syncCatalogue } from '../../client/src/catalogue.ts'
import { verifyKillList } from '../../client/src/kill-list.ts'
import { compose, openBlobs, openDatabase } from '../../server/src/compose.ts'
import { readConfig } from '../../server/src/config.ts'
import { deleteFile } from '../../server/src/discovery/catalogue/files.ts'
import { Mirror } from '../../server/src/discovery/catalogue/mirror/mirror.ts'
import { archiveKey } from '../../server/src/ground/blobs/store.ts'
import { world } from '../../server/src/ground/deps.ts'
import { contentOf } from '../../server/src/ground/publications/signing.ts'
import { sweepArchives } from '../../server/src/packs/publishing/sweep-archives.ts'
import { type AnnounceAnswer, announce, upload } from '../../server/test/command-line-client.ts'
import { buildPack } from '../../server/test/pack.ts'
import {
  findFreePort,
  type RunningPostgres,
  startPostgres,
  startRestored,
  takeBaseBackup,
} from '../../server/test/postgres.ts'
import { startSwift } from '../../server/test/swift.ts'

const nodeId = 'tide-masks'
const publisherId = 'tideworks'
const month = 30 * 86_400_000
const followedWithinMs = 60_000

const folder = await mkdtemp(join(tmpdir(), 'nodeyard-restore-'))
// PostgreSQL's own user archives its log here.
await chmod(folder, 0o777)
const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
try {
  await restoreToAMoment()
  await restoreFolder()
  console.log('Both were restored: earlier versions exist, install and are followed; later ones are gone.')
} finally {
  for (const close of closing.reverse()) await close()
}

/**
 * Restores PostgreSQL and a bucket: a base backup, the log archived since, and objects that are only added.
 */
async function restoreToAMoment(): Promise<void> {
  const log = join(folder, 'log')
  await mkdir(log)
  await chmod(log, 0o777)
  const swift = track(await startSwift())
  const archiving = {
    archive_mode: 'on',
    archive_command: `test ! -f ${log}/%f && cp %p ${log}/%f`,
    wal_level: 'replica',
    synchronous_commit: 'on',
  }
  const server = track(await startPostgres(archiving))
  const env = {
    BLOBS: 's3',
    S3_ENDPOINT: swift.endpoint,
    S3_BUCKET: swift.bucket,
    S3_REGION: swift.region,
    AWS_ACCESS_KEY_ID: swift.accessKeyId,
    AWS_SECRET_ACCESS_KEY: swift.secretAccessKey,
    DATA_DIR: join(folder, 'none'),
  }

  const port = await findFreePort()
  const before = await startRegistry({ ...env, DATABASE_URL: server.url }, port)
  const follower = await followerOf(before.apiUrl)
  const token = await before.makePublisher()
  const first = await before.publish(token, '1.0.0')
  const backup = join(folder, 'backup')
  await mkdir(backup, { mode: 0o777 })
  await chmod(backup, 0o777)
  await takeBaseBackup(server, backup)
  const second = await before.publish(token, '1.1.0')
  await follower.until('1.1.0')
  const files = await follower.files()
  const moment = await momentOf(server)
  const third = await before.publish(token, '1.2.0')
  await follower.until('1.2.0')
  await archiveLog(server)
  await before.stop()
  await server.halt('immediate')

  const restored = track(
    await startRestored(backup, {
      restore_command: `cp ${log}/%f %p`,
      recovery_target_time: moment,
      recovery_target_action: 'promote',
    }),
  )
  await untilWritable(restored)
  const restoredEnv = { ...env, DATABASE_URL: restored.url }
  // The files are removed half an hour after the moment.
  await Promise.all(files.map((digest) => deleteFile(openBlobs(readConfig(restoredEnv)), digest)))
  const after = await startRegistry(restoredEnv, port)
  await follower.until('1.1.0')
  console.log(await after.verify())
  assert.equal(await after.digestOf('1.0.0'), first)
  assert.equal(await after.digestOf('1.1.0'), second)
  assert.equal(await after.digestOf('1.2.0'), undefined)
  // Versions after the moment can be published again with other bytes; earlier files do not interfere.
  const anew = await after.publish(token, '1.2.0', 'Anew.')
  assert.notEqual(anew, third)
  assert.equal(await after.digestOf('1.2.0'), anew)
  await follower.until('1.2.0')
  await after.stop()
  await assertSwept(restoredEnv, { orphan: third, owned: [first, second, anew] })
}

/** Restores a stopped registry from its folder alone. */
async function restoreFolder(): Promise<void> {
  const original = { DATA_DIR: join(folder, 'laptop') }
  const before = await startRegistry(original, await findFreePort())
  const token = await before.makePublisher()
  const first = await before.publish(token, '1.0.0')
  await before.stop()
  const copy = { DATA_DIR: join(folder, 'copy') }
  await cp(original.DATA_DIR, copy.DATA_DIR, { recursive: true })
  const after = await startRegistry(copy, await findFreePort())
  console.log(await after.verify())
  assert.equal(await after.digestOf('1.0.0'), first)
  await after.publish(token, '1.1.0')
  await after.stop()
}

/** Creates a client and a mirror, which remember everything they have seen. */
async function followerOf(apiUrl: string) {
  const { keys } = (await readJson(`${apiUrl}/kill-list/keys`)) as { keys: PublicKey[] }
  const mirror = new Mirror({
    base: new URL(apiUrl),
    folder: join(folder, 'mirror'),
    ...world,
    say: () => {},
  })
  let stored: StoredCatalogue = { sequence: 0, text: '' }
  let lastSerial = 0

  async function follow(): Promise<void> {
    stored = await syncCatalogue(apiUrl, { keys, stored })
    await mirror.update()
    const list = (await readJson(`${apiUrl}/kill-list`)) as Signed
    lastSerial = (await verifyKillList(list, { keys, lastSerial })).serial
  }

  return {
    /** Resolves once nothing is refused and this is the node's latest version. */
    async until(version: string): Promise<void> {
      const deadline = Date.now() + followedWithinMs
      for (let isThere = false; !isThere; await pause(500)) {
        const refusal = await follow().catch((error: Error) => error)
        isThere = !refusal && currentText(stored).includes(`"version":"${version}"`)
        if (!isThere && Date.now() > deadline) throw refusal ?? new Error(`${version} did not arrive.`)
      }
    },
    /** Returns the digests of all files that the last pointer names. */
    async files(): Promise<string[]> {
      return filesOf(contentOf<Catalogue>((await readJson(`${apiUrl}/catalogue/latest`)) as Signed)).map(
        ({ digest }) => digest,
      )
    },
  }
}

async function readJson(url: string): Promise<unknown> {
  return (await fetch(url)).json()
}

async function startRegistry(env: Record<string, string>, port: number) {
  const apiUrl = `http://127.0.0.1:${port}`
  const all = {
    ...env,
    ROLES: 'api,jobs',
    API_PORT: String(port),
    API_URL: apiUrl,
    DEMO: 'off',
    CODE_HOST: 'fake',
    RATE_LIMIT_FACTOR: '0',
  }
  const program = new Program('registry', all, join(folder, 'registry.log'))
  await program.start()
  const stop = () => program.stop()
  closing.push(stop)
  const findVersion = async (version: string) => {
    const answer = await fetch(`${apiUrl}/nodes/${nodeId}/install?version=${version}`)
    if (!answer.ok) return void (await answer.body?.cancel())
    return (await answer.json()) as { downloadUrl: string }
  }
  /** Returns the digest of the installed bytes; undefined if the install fails. */
  const digestOf = async (version: string) => {
    const found = await findVersion(version)
    if (!found) return undefined
    return digest(new Uint8Array(await (await fetch(found.downloadUrl)).arrayBuffer()))
  }
  return {
    apiUrl,
    stop,
    digestOf,
    verify: () => runCommand(all, ['verify']),
    async makePublisher() {
      await runCommand(all, ['create-publisher', publisherId, '--owner', 'owner@example.test'])
      return (await runCommand(all, ['create-token', publisherId])).split('\n').at(-1)?.trim() ?? ''
    },
    /** Resolves with the digest once the version can be installed. */
    async publish(token: string, version: string, text = '') {
      const archive = buildPack({ id: nodeId, version, files: { 'notes.txt': text } })
      const announced = await announce({ apiUrl, publisherId, nodeId, token, version })
      assert.equal(announced.status, 201, await announced.clone().text())
      const { signedUrl } = (await announced.json()) as AnnounceAnswer
      assert.equal((await upload(signedUrl, archive)).status, 200)
      while (!(await findVersion(version))) await pause(200)
      return digest(archive)
    },
  }
}

function digest(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}

async function momentOf({ url }: RunningPostgres): Promise<string> {
  // Recovery compares commit times with the moment, so no commit can share it.
  await pause(100)
  const [row] = await onServer(url, 'select now()::text as moment')
  await pause(100)
  return String(row?.['moment'])
}

/** Archives the current segment too. */
async function archiveLog({ url }: RunningPostgres): Promise<void> {
  const [row] = await onServer(url, 'select pg_walfile_name(pg_switch_wal()) as segment')
  const query = `select last_archived_wal >= '${row?.['segment']}' as is_there from pg_stat_archiver`
  while (!(await onServer(url, query))[0]?.['is_there']) await pause(200)
}

async function untilWritable({ url }: RunningPostgres): Promise<void> {
  while ((await onServer(url, 'select pg_is_in_recovery() as is_standby'))[0]?.['is_standby'])
    await pause(200)
}

async function onServer(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  return client
    .query(statement)
    .then(({ rows }) => rows)
    .finally(() => client.end())
}

/** Asserts that the sweep removes old unreferenced files and nothing else. */
async function assertSwept(
  env: Record<string, string>,
  { orphan, owned }: { orphan: string; owned: string[] },
): Promise<void> {
  const config = readConfig(env)
  const { deps, close } = await compose(config, {
    database: await openDatabase(config),
    blobs: openBlobs(config),
    log: pino({ level: 'silent' }),
    works: false,
    overrides: { now: () => new Date(Date.now() + month) },
  })
  assert.ok(await deps.blobs.stat(archiveKey(orphan)))
  await sweepArchives.run(deps, {}, new AbortController().signal)
  assert.equal(await deps.blobs.stat(archiveKey(orphan)), undefined)
  for (const one of owned) assert.ok(await deps.blobs.stat(archiveKey(one)))
  await close()
}

function track<T extends { stop(): Promise<void> }>(server: T | { unavailable: string }): T {
  if ('unavailable' in server) throw new Error(server.unavailable)
  closing.push(() => server.stop())
  return server
}
