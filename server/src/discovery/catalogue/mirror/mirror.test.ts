import assert from 'node:assert/strict'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, describe, it } from 'node:test'
import { type Catalogue, catalogueType } from '@nodeyard/contract/catalogue'
import { canonical } from '@nodeyard/contract/catalogue-file'
import { listKillListKeys } from '@nodeyard/contract/kill-list'
import { limits } from '@nodeyard/contract/limits'
import { currentText, syncCatalogue } from '../../../../../client/src/catalogue.ts'
import { entriesOf, issueCatalogue, packCatalogue, readCurrent } from '../../../../test/catalogue.ts'
import { type Lie, type LyingRegistry, lyingRegistry } from '../../../../test/fakes/lying-registry.ts'
import { useWorld } from '../../../../test/world.ts'
import { transact } from '../../../ground/db/changes.ts'
import { world } from '../../../ground/deps.ts'
import { signText } from '../../../ground/publications/signing.ts'
import { addSigningKey, retireSigningKey } from '../../../safety/advisories/kill-list.ts'
import { mirrorCatalogue, updateOnce } from './command.ts'
import { digestOf, MirrorFolder } from './folder.ts'
import { Mirror } from './mirror.ts'

const holder = useWorld()
let registry: LyingRegistry = undefined as never
/** URL of the registry behind the fake. */
let originUrl: string
let folder: string
let output: string[] = []

async function openRegistry(): Promise<LyingRegistry> {
  const { world } = holder
  for (let index = 0; index < 20; index++) await world.given.node()
  originUrl = await world.listen()
  await issueCatalogue(world)
  return lyingRegistry(originUrl)
}

beforeEach(async () => {
  registry ??= await openRegistry()
  folder = await mkdtemp(join(tmpdir(), 'nodeyard-mirror-'))
  registry.lie = 'none'
  registry.pointer = undefined
  registry.requested.length = 0
  output = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))
after(() => registry?.close())

const mirrorOf = (url = registry.url, keys?: string) =>
  new Mirror({
    base: new URL(url),
    folder,
    keys,
    now: () => holder.world.now(),
    newId: world.newId,
    say: (line) => output.push(line),
  })

async function filesHere(): Promise<Map<string, string>> {
  const names = await readdir(join(folder, 'catalogue')).catch(() => [])
  const files = names.map(
    async (name) => [name, await readFile(join(folder, 'catalogue', name), 'utf8')] as const,
  )
  return new Map(await Promise.all(files))
}

async function changeSomething() {
  await holder.world.given.node()
  return { catalogue: await packCatalogue(holder.world) }
}

/** Serves the folder as any static web server does. */
async function serveFolder(): Promise<{ url: string; close(): Promise<void> }> {
  const server = createServer(async (request, response) => {
    const bytes = await readFile(join(folder, request.url ?? '')).catch(() => undefined)
    response.writeHead(bytes ? 200 : 404).end(bytes)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()))
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, close }
}

const refusal = (mirror: Mirror) =>
  mirror.update().then(
    () => 'done',
    (error: { fault?: string }) => error.fault ?? String(error),
  )

describe('a mirror', () => {
  it('has the same bytes as the registry', async () => {
    const mirror = mirrorOf()
    assert.equal(await mirror.update(), true)
    assert.equal(await mirror.update(), false)
    const { id } = await holder.world.given.node()
    const catalogue = await packCatalogue(holder.world)
    assert.equal(await mirror.update(), true)
    const files = await filesHere()
    assert.equal(files.get('latest'), await (await fetch(`${registry.url}/catalogue/latest`)).text())
    const whole = files.get(catalogue.snapshot.digest) ?? ''
    assert.equal(whole, await (await fetch(`${registry.url}/catalogue/${catalogue.snapshot.digest}`)).text())
    assert.ok(entriesOf(whole).some((one) => one.id === id))
  })

  it('fetches only recent changes when it has the snapshot, and serves a client completely', async () => {
    const { world } = holder
    const mirror = mirrorOf()
    await mirror.update()
    const { id } = await world.given.node()
    const catalogue = await issueCatalogue(world)
    registry.requested.length = 0
    assert.equal(await mirror.update(), true)
    assert.deepEqual(registry.requested, ['latest', catalogue.recent?.digest])
    const served = await serveFolder()
    const { keys } = await world.anonymous.call(listKillListKeys)
    const synced = await syncCatalogue(served.url, { keys, now: world.now() })
    assert.ok(entriesOf(currentText(synced)).some((one) => one.id === id))
    assert.equal(currentText(synced), await readCurrent(world, catalogue))
    await served.close()
    await rm(join(folder, 'catalogue', catalogue.recent?.digest ?? ''))
    assert.equal(await mirrorOf().update(), true)
    assert.ok((await filesHere()).has(catalogue.recent?.digest ?? ''))
  })

  it('keeps its pointer if the recent changes are missing or wrong', async () => {
    const mirror = mirrorOf()
    await packCatalogue(holder.world)
    await mirror.update()
    const before = await filesHere()
    for (const [lie, fault] of [
      ['no-recent', 'refused'],
      ['wrong-recent', 'wrong_digest'],
    ] as const) {
      await holder.world.given.node()
      await issueCatalogue(holder.world)
      registry.lie = lie
      assert.equal(await refusal(mirror), fault)
      assert.deepEqual(await filesHere(), before)
    }
  })

  async function signed(catalogue: Catalogue): Promise<string> {
    const { deps } = holder.world
    const text = canonical(catalogue)
    return JSON.stringify(await transact(deps, (tx) => signText(tx, deps, text, catalogueType)))
  }

  it('refuses a second catalogue with the same number, even if only the recent changes differ', async () => {
    const { world } = holder
    await packCatalogue(world)
    await mirrorOf().update()
    await world.given.node()
    const catalogue = await issueCatalogue(world)
    assert.equal(await mirrorOf().update(), true)
    const { recent, ...other } = catalogue
    await writeFile(join(folder, 'catalogue', 'latest'), await signed(other))
    assert.equal(await refusal(mirrorOf()), 'two_faced')
  })

  it('refuses a lying registry with the exact fault, and keeps its files', async () => {
    const faults: [Lie, string][] = [
      ['cut-off', 'cut_off'],
      ['other-bytes', 'wrong_digest'],
      ['changed-pointer', 'bad_signature'],
      ['bomb', 'too_large'],
      ['redirect', 'redirected'],
      ['endless-pointer', 'too_large'],
    ]
    const mirror = mirrorOf()
    await mirror.update()
    await changeSomething()
    const before = await filesHere()
    for (const [lie, fault] of faults) {
      registry.lie = lie
      assert.equal(await refusal(mirror), fault, lie)
      assert.deepEqual(await filesHere(), before)
    }
    registry.lie = 'none'
    assert.equal(await refusal(mirror), 'done')
  })

  it('refuses a pointer with an invalid file size before fetching any file', async () => {
    const mirror = mirrorOf()
    await mirror.update()
    const before = await filesHere()
    const { catalogue } = await changeSomething()
    for (const [bytes, fault] of [
      [limits.mirroredBytes + 1, 'too_large'],
      [-1, 'malformed'],
    ] as const) {
      registry.pointer = await signed({
        ...catalogue,
        recent: { digest: digestOf(Buffer.from('other')), bytes, br: 1, zstd: 1 },
      })
      registry.requested.length = 0
      assert.equal(await refusal(mirror), fault)
      assert.deepEqual(registry.requested, ['latest'])
      assert.deepEqual(await filesHere(), before)
    }
  })

  it('refuses an older catalogue', async () => {
    const mirror = mirrorOf()
    await mirror.update()
    const { catalogue } = await changeSomething()
    await mirror.update()
    registry.lie = 'old-pointer'
    assert.equal(await refusal(mirrorOf()), 'rolled_back')
    assert.ok((await filesHere()).has(catalogue.snapshot.digest))
  })

  it('refuses an expired catalogue', async () => {
    const late = new Date(holder.world.now().getTime() + 8 * 86_400_000)
    const mirror = new Mirror({
      ...world,
      base: new URL(registry.url),
      folder,
      now: () => late,
      say: () => {},
    })
    assert.equal(await refusal(mirror), 'expired')
  })

  it('fetches a file again after it was damaged in the folder', async () => {
    const { catalogue } = await changeSomething()
    await mirrorOf().update()
    await writeFile(join(folder, 'catalogue', catalogue.snapshot.digest), 'broken')
    assert.equal(await mirrorOf().update(), true)
    assert.notEqual((await filesHere()).get(catalogue.snapshot.digest), 'broken')
  })

  it('trusts only the given keys, or else the first ones it received', async () => {
    const { keys } = await holder.world.anonymous.call(listKillListKeys)
    assert.equal(await refusal(mirrorOf(registry.url, JSON.stringify({ keys }))), 'done')
    const [key] = keys
    const other = JSON.stringify({ keys: [{ ...key, x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] })
    assert.equal(await refusal(mirrorOf(registry.url, other)), 'bad_signature')
    assert.equal(await refusal(mirrorOf()), 'bad_signature')
    assert.equal(await refusal(mirrorOf(registry.url, '{}')), 'malformed')
  })

  it('follows a rotation of the keys, and trusts no others', async () => {
    const { deps } = holder.world
    const operator = { kind: 'operator', id: 'operator' } as const
    const kidsHere = async () =>
      JSON.parse(await readFile(join(folder, 'keys.json'), 'utf8')).keys.map(
        ({ kid }: { kid: string }) => kid,
      )
    const update = async () => {
      await changeSomething()
      assert.equal(await mirrorOf().update(), true)
      return kidsHere()
    }
    const [oldKid = ''] = await update()
    const newKid = (await addSigningKey(deps, operator)) ?? ''
    assert.deepEqual((await update()).sort(), [oldKid, newKid].sort())
    await retireSigningKey(deps, operator, oldKid)
    assert.deepEqual(await update(), [newKid])
    registry.lie = 'old-pointer'
    assert.equal(await refusal(mirrorOf()), 'bad_signature')
    assert.deepEqual(await kidsHere(), [newKid])
  })

  it('can be mirrored itself, with the same bytes', async () => {
    await mirrorOf().update()
    const first = await filesHere()
    await rm(folder, { recursive: true })
    const served = await lyingRegistry(registry.url)
    folder = await mkdtemp(join(tmpdir(), 'nodeyard-mirror-'))
    await mirrorOf(served.url).update()
    assert.deepEqual(await filesHere(), first)
    await served.close()
  })

  it('keeps files of earlier pointers for half an hour, for clients that still fetch them', async () => {
    const { world } = holder
    const mirror = mirrorOf()
    await mirror.update()
    const { catalogue: first } = await changeSomething()
    await mirror.update()
    // Every change advances the clock by minutes.
    for (let times = 0; times < 2; times++) {
      await changeSomething()
      await mirror.update()
    }
    const isHere = async () => (await filesHere()).has(first.snapshot.digest)
    assert.ok(await isHere())
    world.advance(31 * 60_000)
    await changeSomething()
    await mirror.update()
    assert.ok(!(await isHere()))
  })

  it('fetches lost files again, even if the registry has not changed', async () => {
    const mirror = mirrorOf(originUrl)
    await mirror.update()
    const before = await filesHere()
    for (const name of before.keys()) {
      await rm(join(folder, 'catalogue', name))
      await mirror.update()
    }
    const { snapshot } = await issueCatalogue(holder.world)
    assert.equal((await filesHere()).get(snapshot.digest), before.get(snapshot.digest))
    assert.equal((await filesHere()).get('latest'), before.get('latest'))
  })

  it('refuses an unchanged pointer once it has expired', async () => {
    const { world } = holder
    const mirror = mirrorOf(originUrl)
    await mirror.update()
    assert.equal(await refusal(mirror), 'done')
    const eightDaysMs = 8 * 86_400_000
    world.advance(eightDaysMs)
    assert.equal(await refusal(mirror), 'expired')
    world.advance(-eightDaysMs)
  })

  it('reports keys that it cannot read instead of replacing them', async () => {
    await mkdir(join(folder, 'keys.json'))
    assert.equal(await updateOnce(mirrorOf(), (line) => output.push(line)), 1)
    assert.match(output.join(), /^Failed: EISDIR/)
    assert.deepEqual(registry.requested, [])
  })

  it('writes the same file from several mirrors without leaving temporary files', async () => {
    const bytes = Buffer.from('some lines')
    const digest = digestOf(bytes)
    const write = () => new MirrorFolder(folder, world.newId).writeFile(digest, bytes)
    await Promise.all(Array.from({ length: 20 }, write))
    assert.deepEqual([...(await filesHere())], [[digest, 'some lines']])
  })

  it('does not overwrite a newer pointer from a faster mirror of the same folder', async () => {
    const slow = mirrorOf()
    await slow.update()
    await changeSomething()
    let isFirst = true
    registry.meanwhile = async () => {
      if (!isFirst) return
      isFirst = false
      await changeSomething()
      await mirrorOf(originUrl).update()
    }
    await slow.update()
    assert.equal(isFirst, false)
    registry.meanwhile = async () => {}
    const later = await (await fetch(`${originUrl}/catalogue/latest`)).text()
    assert.equal((await filesHere()).get('latest'), later)
    assert.equal(await slow.update(), false)
  })

  it('restores a pointer that another mirror has reverted, even if the registry has not changed', async () => {
    const mirror = mirrorOf(originUrl)
    await mirror.update()
    const before = (await filesHere()).get('latest') ?? ''
    await changeSomething()
    await mirror.update()
    const after = (await filesHere()).get('latest')
    await writeFile(join(folder, 'catalogue', 'latest'), before)
    assert.equal(await mirror.update(), true)
    assert.equal((await filesHere()).get('latest'), after)
  })

  it('reports the fault and exits with 1 when run as a command', async () => {
    registry.lie = 'changed-pointer'
    assert.equal(await mirrorCatalogue([registry.url, folder], (line) => output.push(line)), 1)
    assert.match(output.at(-1) ?? '', /^Refused \(bad_signature\): No trusted key has signed the pointer\.$/)
    assert.equal(await mirrorCatalogue(['ftp://example.com', folder], () => {}), undefined)
    await rm(folder, { recursive: true })
  })
})
