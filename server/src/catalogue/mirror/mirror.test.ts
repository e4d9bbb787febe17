import assert from 'node:assert/strict'
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, afterEach, beforeEach, test } from 'node:test'
import { listKillListKeys } from '@nodeyard/contract/kill-list'
import { entriesOf, issueCatalogue } from '../../../test/catalogue.ts'
import { useWorld } from '../../../test/world.ts'
import { type Lie, type LyingRegistry, lyingRegistry } from '../../fakes/lying-registry.ts'
import { mirrorCatalogue } from './command.ts'
import { Mirror } from './mirror.ts'

const holder = useWorld()
let registry: LyingRegistry = undefined as never
let folder: string
let said: string[] = []

async function openRegistry(): Promise<LyingRegistry> {
  const { world } = holder
  for (let index = 0; index < 20; index++) await world.given.node()
  const truth = await world.listen()
  await issueCatalogue(world)
  return lyingRegistry(truth)
}

beforeEach(async () => {
  registry ??= await openRegistry()
  folder = await mkdtemp(join(tmpdir(), 'nodeyard-mirror-'))
  registry.lie = 'none'
  registry.asked.length = 0
  said = []
})
afterEach(() => rm(folder, { recursive: true, force: true }))
after(() => registry?.close())

const mirrorOf = (url = registry.url, keys?: string) =>
  new Mirror({
    base: new URL(url),
    folder,
    keys,
    now: () => holder.world.now(),
    say: (line) => said.push(line),
  })

async function filesHere(): Promise<Map<string, string>> {
  const names = await readdir(join(folder, 'catalogue')).catch(() => [])
  const files = names.map(
    async (name) => [name, await readFile(join(folder, 'catalogue', name), 'utf8')] as const,
  )
  return new Map(await Promise.all(files))
}

async function changeSomething() {
  const { id } = await holder.world.given.node()
  return { id, catalogue: await issueCatalogue(holder.world) }
}

const refusal = (mirror: Mirror) =>
  mirror.update().then(
    () => 'done',
    (error: { fault?: string }) => error.fault ?? String(error),
  )

test('a mirror has the same bytes as the registry, and follows by deltas', async () => {
  const mirror = mirrorOf()
  assert.equal(await mirror.update(), true)
  assert.equal(await mirror.update(), false)
  const { id, catalogue } = await changeSomething()
  registry.asked.length = 0
  assert.equal(await mirror.update(), true)
  assert.ok(!registry.asked.includes(catalogue.snapshot.digest), 'the whole was not asked for')
  const files = await filesHere()
  assert.equal(files.get('latest'), await (await fetch(`${registry.url}/catalogue/latest`)).text())
  const whole = files.get(catalogue.snapshot.digest) ?? ''
  assert.equal(whole, await (await fetch(`${registry.url}/catalogue/${catalogue.snapshot.digest}`)).text())
  assert.ok(entriesOf(whole).some((one) => one.id === id))
  for (const { digest } of catalogue.deltas) assert.ok(files.has(digest))
})

test('a registry that lies is refused with what is wrong, and what is here stays', async () => {
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

test('an older catalogue is refused', async () => {
  const mirror = mirrorOf()
  await mirror.update()
  const { catalogue } = await changeSomething()
  await mirror.update()
  registry.lie = 'old-pointer'
  assert.equal(await refusal(mirrorOf()), 'rolled_back')
  assert.ok((await filesHere()).has(catalogue.snapshot.digest))
})

test('a catalogue that is no longer good is refused', async () => {
  const late = new Date(holder.world.now().getTime() + 8 * 86_400_000)
  const mirror = new Mirror({ base: new URL(registry.url), folder, now: () => late, say: () => {} })
  assert.equal(await refusal(mirror), 'expired')
})

test('where a delta is missing, wrong or of no use, the whole is fetched', async () => {
  for (const lie of ['no-deltas', 'wrong-deltas'] as const) {
    const mirror = mirrorOf()
    await mirror.update()
    const { catalogue } = await changeSomething()
    registry.lie = lie
    assert.equal(await mirror.update(), true)
    assert.ok((await filesHere()).has(catalogue.snapshot.digest))
    assert.match(said.join('\n'), /The whole is fetched instead of the changes\./)
    registry.lie = 'none'
  }
  await writeFile(join(folder, 'catalogue', (await changeSomething()).catalogue.snapshot.digest), 'broken')
  assert.equal(await mirrorOf().update(), true)
})

test('only keys that are named, or were met first, are believed', async () => {
  const { keys } = await holder.world.anonymous.call(listKillListKeys)
  assert.equal(await refusal(mirrorOf(registry.url, JSON.stringify({ keys }))), 'done')
  const [key] = keys
  const other = JSON.stringify({ keys: [{ ...key, x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo' }] })
  assert.equal(await refusal(mirrorOf(registry.url, other)), 'bad_signature')
  assert.equal(await refusal(mirrorOf()), 'bad_signature')
  assert.equal(await refusal(mirrorOf(registry.url, '{}')), 'malformed')
})

test('a mirror of a mirror is the same again', async () => {
  await mirrorOf().update()
  const first = await filesHere()
  await rm(folder, { recursive: true })
  const served = await lyingRegistry(registry.url)
  folder = await mkdtemp(join(tmpdir(), 'nodeyard-mirror-'))
  await mirrorOf(served.url).update()
  assert.deepEqual(await filesHere(), first)
  await served.close()
})

test('the command says what is wrong and ends with 1', async () => {
  registry.lie = 'changed-pointer'
  assert.equal(await mirrorCatalogue([registry.url, folder], (line) => said.push(line)), 1)
  assert.match(
    said.at(-1) ?? '',
    /^Refused \(bad_signature\): No key that is trusted has signed the pointer\.$/,
  )
  assert.equal(await mirrorCatalogue(['ftp://example.com', folder], () => {}), undefined)
  await rm(folder, { recursive: true })
})
