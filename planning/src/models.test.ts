import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findGraphs } from '@nodeyard/analysis/workflow'
import { registryAt } from '@nodeyard/contract/ground'
import type { KnownModel, PackModel, ResolvedModel } from '@nodeyard/contract/packs'
import { findModels, toLocked } from './models.ts'

const hub = 'https://huggingface.co/acme/blur'
const place = { file: 'README.md', line: 1, host: 'huggingface.co', can_run_code: true }
const named = (from: PackModel['from'], path: string, more: Partial<PackModel> = {}): PackModel => ({
  url: `${hub}/resolve/main/${path}`,
  name: path.split('/').at(-1) ?? '',
  from,
  ...place,
  ...more,
})

/** A registry that knows nothing but what is given. */
function find(
  packs: Record<string, PackModel[]>,
  known: ResolvedModel,
  name = 'Blur.pt',
  properties: object = {},
  type = 'UpscaleModelLoader',
) {
  const fetch: typeof globalThis.fetch = async (address, init) => {
    const body = JSON.parse(String(init?.body))
    if (String(address).endsWith('/bulk/models/resolve'))
      return Response.json({ models: body.models.map(() => known) })
    return Response.json({
      packs: body.node_ids.map((id: string) => ({ node_id: id, models: packs[id] ?? [] })),
    })
  }
  const graphs = findGraphs({
    nodes: [{ id: 1, type, widgets_values: [name], properties }],
  })
  return findModels(registryAt('https://registry.test', fetch), graphs, Object.keys(packs))
}

const file = (folder: string): KnownModel => ({
  name: 'haze.pt',
  url: `https://models.test/${folder}/haze.pt`,
  host: 'models.test',
  source: 'list',
  can_run_code: true,
})
const unknown: ResolvedModel = { status: 'unknown', models: [] }

describe('addresses of the models of a workflow', () => {
  it('come from the code of a pack before its documentation', async () => {
    const { models, ofPacks } = await find(
      { two: [named('docs', 'docs/blur.pt'), named('code', 'blur.pt', { license: 'mit' })] },
      unknown,
    )
    assert.deepEqual(models[0]?.sources, [{ url: `${hub}/resolve/main/blur.pt`, from: 'code', pack: 'two' }])
    assert.equal(models[0]?.license, 'mit')
    assert.deepEqual(
      ofPacks.map(({ url }) => url),
      [`${hub}/resolve/main/docs/blur.pt`],
    )
  })

  it('leave the folder to what all sources name', async () => {
    const folderOf = async (...folders: string[]) => {
      const packs = folders.map((folder, at) => named('docs', `${at}/haze.pt`, { folder }))
      const known = folders.map((folder, at) => ({ ...file(`${at}`), folder }))
      const [own, listed] = [
        await find({ one: packs }, unknown, 'haze.pt', {}, 'Unread'),
        await find({}, { status: 'ambiguous', models: known }, 'haze.pt', {}, 'Unread'),
      ]
      return [own, listed].map(({ models: [model] }) => model?.folder)
    }
    assert.deepEqual(await folderOf('sams', 'sams'), ['sams', 'sams'])
    assert.deepEqual(await folderOf('sams', 'vae'), [undefined, undefined])
  })

  it('come from lists before packs', async () => {
    const listed: KnownModel = {
      name: 'blur.pt',
      folder: 'upscale_models',
      url: 'https://models.test/blur.pt',
      host: 'models.test',
      source: 'list',
      can_run_code: true,
    }
    const { models } = await find({ one: [named('code', 'blur.pt')] }, { status: 'found', models: [listed] })
    assert.deepEqual(
      models[0]?.sources.map(({ from }) => from),
      ['registry'],
    )
  })

  it('come from the packs of the workflow before other packs', async () => {
    const other: KnownModel = {
      name: 'blur.pt',
      url: 'https://evil.example/blur.pt',
      host: 'evil.example',
      source: 'pack',
      node_id: 'two',
      from: 'code',
      can_run_code: true,
    }
    const found: ResolvedModel = { status: 'found', models: [other] }
    const { models } = await find({ one: [named('docs', 'blur.pt')] }, found)
    assert.deepEqual(models[0]?.sources, [{ url: `${hub}/resolve/main/blur.pt`, from: 'docs', pack: 'one' }])
    const { models: ofOthers } = await find({}, found)
    assert.deepEqual(
      ofOthers[0]?.sources.map(({ url }) => url),
      [other.url],
    )
    assert.deepEqual(toLocked(ofOthers), [{ name: 'Blur.pt', folder: 'upscale_models' }])
  })

  it('are those of the recorded hash', async () => {
    const listed = (letter: string, host: string): KnownModel => ({
      name: 'blur.pt',
      url: `https://${host}/blur.pt`,
      host,
      sha256: letter.repeat(64),
      source: 'list',
      can_run_code: true,
    })
    const hash = 'a'.repeat(64)
    const properties = {
      models: [{ name: 'Blur.pt', directory: 'upscale_models', hash, hash_type: 'SHA256' }],
    }
    const other: ResolvedModel = { status: 'found', models: [listed('b', 'other.test')] }
    const { models } = await find({}, other, 'Blur.pt', properties)
    assert.deepEqual(toLocked(models), [{ name: 'Blur.pt', folder: 'upscale_models', sha256: hash }])
    const same: ResolvedModel = { status: 'found', models: [listed('a', 'same.test')] }
    assert.equal(
      (await find({}, same, 'Blur.pt', properties)).models[0]?.sources[0]?.url,
      'https://same.test/blur.pt',
    )
  })

  it('are not locked if packs name different files, or only a page', async () => {
    const two = await find({ one: [named('docs', 'v1/blur.pt'), named('docs', 'v2/blur.pt')] }, unknown)
    assert.deepEqual([two.models[0]?.isAmbiguous, two.models[0]?.sources.length], [true, 2])
    assert.deepEqual(toLocked(two.models), [{ name: 'Blur.pt', folder: 'upscale_models' }])
    const page = await find({ one: [named('docs', 'blur.pt', { url: hub, is_page: true })] }, unknown)
    assert.deepEqual(page.models[0]?.sources, [{ url: hub, from: 'docs', pack: 'one', isPage: true }])
    assert.deepEqual(toLocked(page.models), [{ name: 'Blur.pt', folder: 'upscale_models' }])
  })

  it('are not chosen by the code of one pack over the documents of another', async () => {
    const { models } = await find(
      { one: [named('docs', 'v1/blur.pt')], two: [named('code', 'v2/blur.pt')] },
      unknown,
    )
    assert.equal(models[0]?.isAmbiguous, true)
    assert.deepEqual(models[0]?.sources.map(({ url }) => url).sort(), [
      `${hub}/resolve/main/v1/blur.pt`,
      `${hub}/resolve/main/v2/blur.pt`,
    ])
    assert.deepEqual(toLocked(models), [{ name: 'Blur.pt', folder: 'upscale_models' }])
  })

  it('decide by folder, and leave out names that very many repositories use', async () => {
    const { models } = await find(
      {
        one: [
          named('docs', 'v1/blur.pt', { folder: 'sams' }),
          named('docs', 'v2/blur.pt', { folder: 'upscale_models' }),
        ],
      },
      { status: 'ambiguous', models: [] },
    )
    assert.deepEqual(toLocked(models), [
      { name: 'Blur.pt', folder: 'upscale_models', url: `${hub}/resolve/main/v2/blur.pt` },
    ])
    const common = await find({ one: [named('code', 'model.pt')] }, unknown, 'model.pt')
    assert.deepEqual(common.models[0]?.sources, [])
  })
})
