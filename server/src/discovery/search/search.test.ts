import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type QueryOf, unclaimedPublisherId } from '@nodeyard/contract/ground'
import {
  listExtensions,
  listTags,
  type SearchSort,
  searchComfyNodes,
  searchNodes,
  suggest,
} from '@nodeyard/contract/packs'
import { createPublisher, deletePublisher, updatePublisher } from '@nodeyard/contract/people'
import { useWorld } from '../../../test/world.ts'
import { transact } from '../../ground/db/changes.ts'
import { addDownloads } from '../../packs/nodes/installs/sql.ts'
import { updateOrders } from './popularity.ts'
import { reindexEverything } from './reindex.ts'

const holder = useWorld()
const dayMs = 86_400_000

describe('searching nodes', () => {
  it('indexes nodes of all kinds', async () => {
    const { given, deps } = holder.world
    const { now } = deps
    await given.publisher({ id: 'acme', name: 'Acme Tools' })
    const ago = (days: number) => new Date(now().getTime() - days * dayMs)
    const masks = await given.node({
      id: 'mask-maker',
      name: 'Mask Maker',
      publisher_id: 'acme',
      description: 'Makes masks from images.',
      tags: ['Masks', 'Image'],
      license: 'MIT',
      github_stars: 10,
      created_at: ago(400),
    })
    const version = await given.version({
      node_id: masks.id,
      first_active_at: ago(5),
      supported_os: ['Linux'],
      supported_accelerators: ['CUDA'],
    })
    await given.comfyNode({
      version_id: version.id,
      name: 'ImageToMask',
      input_types: '{"required":{"image":["IMAGE"],"mode":[["a","b"]]},"optional":{"latent":["LATENT",{}]}}',
      return_types: '["MASK"]',
    })
    await given.comfyNode({
      version_id: version.id,
      name: 'MaskToLatent',
      input_types: '{"required":{"mask":["MASK"]}}',
      return_types: '["LATENT"]',
    })
    await given.node({
      id: 'old-upscaler',
      name: 'Old Upscaler',
      description: 'Enlarges pictures with a model.',
      tags: ['image'],
      license: '{"text":"Apache License, Version 2.0"}',
      github_stars: 500,
      created_at: ago(900),
      publisher_id: unclaimedPublisherId,
    })
    const tired = await given.node({
      id: 'tired',
      name: 'Tired Video',
      description: 'Video.',
      preempted_comfy_node_names: ['FaceDetailer'],
      created_at: ago(30),
    })
    const old = await given.version({ node_id: tired.id, deprecated: true, first_active_at: ago(100) })
    const day = now().toISOString().slice(0, 10)
    await transact(deps, (tx) => addDownloads(tx, [{ day, nodeId: tired.id, versionId: old.id, count: 7 }]))
    assert.equal(await reindexEverything(deps), 3)
  })

  const found = async (query: QueryOf<typeof searchNodes>) =>
    (await holder.world.anonymous.call(searchNodes, { query })).nodes.map(({ id }) => id)

  const narrowings: [string, QueryOf<typeof searchNodes>, string[]][] = [
    ['publisher', { publisher_id: 'acme' }, ['mask-maker']],
    ['tag, in any letter case', { tag: ['MASKS'] }, ['mask-maker']],
    ['several tags, all of them', { tag: ['masks', 'image'] }, ['mask-maker']],
    ['license', { license: 'apache-2.0' }, ['old-upscaler']],
    ['category', { category: 'upscaling' }, ['old-upscaler']],
    ['operating system', { search: 'mask', supported_os: 'Windows' }, []],
    ['known comfy-nodes', { has_nodes: true }, ['mask-maker']],
    ['time of the last release', { updated_within_days: 7 }, ['mask-maker']],
    ['state', { state: 'deprecated' }, ['tired']],
    ['no owner', { state: 'unclaimed' }, ['old-upscaler']],
    ['sockets of one comfy-node', { input_type: ['image', 'latent'], output_type: ['MASK'] }, ['mask-maker']],
    ['sockets of different comfy-nodes', { input_type: ['IMAGE'], output_type: ['LATENT'] }, []],
    ['sockets in the text', { search: 'IMAGE -> MASK' }, ['mask-maker']],
    ['a choice as a socket', { search: 'in:COMBO' }, ['mask-maker']],
    ['operators and words', { search: 'tag:masks os:linux maker' }, ['mask-maker']],
    ['the name of a comfy-node', { search: 'node:masktolatent' }, ['mask-maker']],
    ['a name reserved for a node, as a comfy-node', { search: 'node:facedetailer' }, ['tired']],
    ['a name reserved for a node, in words', { search: 'FaceDetailer' }, ['tired']],
  ]
  for (const [name, query, expected] of narrowings) {
    it(`filters by ${name}`, async () => {
      assert.deepEqual(await found(query), expected)
    })
  }

  const sorts: [SearchSort, string[]][] = [
    ['stars', ['old-upscaler', 'mask-maker', 'tired']],
    ['newest', ['tired', 'mask-maker', 'old-upscaler']],
    ['updated', ['mask-maker', 'tired', 'old-upscaler']],
    ['downloads', ['tired', 'old-upscaler', 'mask-maker']],
    ['name', ['mask-maker', 'old-upscaler', 'tired']],
    ['rising', ['tired']],
  ]
  for (const [sort, expected] of sorts) {
    it(`sorts by ${sort}`, async () => {
      assert.deepEqual(await found({ sort }), expected)
    })
  }

  it('counts facets without their own filter', async () => {
    const query = { facets: true, tag: ['masks'] }
    const { facets } = await holder.world.anonymous.call(searchNodes, { query })
    assert.deepEqual(facets?.tag, [
      { value: 'image', count: 2 },
      { value: 'masks', count: 1 },
    ])
    assert.deepEqual(facets?.license.map(({ value }) => value).sort(), ['MIT', 'commercial_use'])
    assert.deepEqual(facets?.state, [{ value: 'published', count: 1 }])
    assert.deepEqual(facets?.os, [{ value: 'declared:Linux', count: 1 }])
    assert.deepEqual(facets?.has_nodes, [{ value: 'true', count: 1 }])
    assert.equal(facets?.updated_within_days.length, 4)
  })

  it('counts facets only on request', async () => {
    assert.equal((await holder.world.anonymous.call(searchNodes, { query: {} })).facets, undefined)
  })

  it('names the unknown sort or category that it refuses', async () => {
    for (const [name, value] of [
      ['sort', 'best'],
      ['category', 'nothing'],
      ['updated_within_days', '0'],
    ]) {
      const response = await holder.world.fetch(`http://registry.test/nodes/search?${name}=${value}`)
      assert.equal(response.status, 400)
      assert.equal(((await response.json()) as { field?: string }).field, `query.${name}`)
    }
  })

  const translations = [
    '放大图像',
    '画像 拡大',
    '이미지 업스케일',
    'увеличение изображения',
    'ampliar imagen',
    'agrandir une image',
    'تكبير الصورة',
  ]
  for (const text of translations) {
    it(`finds English descriptions by a text in another language: ${text}`, async () => {
      assert.deepEqual(await found({ search: text }), ['old-upscaler'])
    })
  }

  it('matches some of the words if no node contains all of them', async () => {
    assert.deepEqual(await found({ search: 'upscaler zebra' }), ['old-upscaler'])
  })

  it('matches some of the words even with typing errors', async () => {
    const query = { search: 'maekr zebra' }
    const { nodes, corrected } = await holder.world.anonymous.call(searchNodes, { query })
    assert.deepEqual(
      nodes.map(({ id }) => id),
      ['mask-maker'],
    )
    assert.equal(corrected, 'maker zebra')
  })

  it('suggests the publishers of the most installed nodes first among many similar names', async () => {
    const { anonymous, deps, given } = holder.world
    for (let number = 0; number < 250; number++)
      await given.publisher({ id: `wide-${String(number).padStart(3, '0')}` })
    for (const [publisher_id, downloads] of [
      ['wide-249', 90],
      ['wide-007', 50],
    ] as const)
      await given.node({ publisher_id, downloads })
    await updateOrders(deps)
    const { publishers } = await anonymous.call(suggest, { query: { text: 'wide' } })
    assert.equal(publishers.length, 5)
    assert.deepEqual(
      publishers.slice(0, 2).map(({ id }) => id),
      ['wide-249', 'wide-007'],
    )
  })

  it('suggests a publisher from its creation to its deletion', async () => {
    const { world } = holder
    const owner = await world.given.user()
    const suggested = async () =>
      (await world.anonymous.call(suggest, { query: { text: 'brief' } })).publishers.map(({ name }) => name)
    assert.deepEqual(await suggested(), [])
    await world.as(owner).call(createPublisher, { body: { id: 'briefly', name: 'Briefly' } })
    assert.deepEqual(await suggested(), ['Briefly'])
    const params = { publisherId: 'briefly' }
    await world.as(owner).call(updatePublisher, { params, body: { name: 'Brief no more' } })
    assert.deepEqual(await suggested(), ['Brief no more'])
    await world.as(owner).call(deletePublisher, { params })
    assert.deepEqual(await suggested(), [])
  })

  it('suggests continuations of the typed text', async () => {
    const { anonymous } = holder.world
    const ask = (text: string) => anonymous.call(suggest, { query: { text } })
    assert.deepEqual(
      (await ask('mas')).nodes.map(({ id }) => id),
      ['mask-maker'],
    )
    assert.deepEqual((await ask('imagetom')).comfy_nodes, [
      { comfy_node_name: 'ImageToMask', node_id: 'mask-maker' },
    ])
    assert.deepEqual((await ask('tools')).publishers, [{ id: 'acme', name: 'Acme Tools' }])
    assert.deepEqual(
      (await ask('old up')).queries.map(({ query }) => query),
      ['old upscaler'],
    )
    assert.deepEqual(await ask(''), { queries: [], nodes: [], comfy_nodes: [], publishers: [] })
    assert.deepEqual((await ask('%_\\')).publishers, [])
  })

  it('lists tags and categories with their counts', async () => {
    const { tags, categories } = await holder.world.anonymous.call(listTags)
    assert.deepEqual(tags, [
      { value: 'image', count: 2 },
      { value: 'masks', count: 1 },
    ])
    assert(categories.some(({ value, count }) => value === 'upscaling' && count === 1))
  })

  it('names and draws the comfy-nodes whose sockets fit', async () => {
    const query = { search: 'IMAGE -> MASK', looks: true }
    const { nodes } = await holder.world.anonymous.call(searchNodes, { query })
    assert.deepEqual(
      nodes.map(({ matched_comfy_nodes, look }) => [
        matched_comfy_nodes,
        look?.sketches.map(({ title }) => title),
      ]),
      [[['ImageToMask'], ['ImageToMask']]],
    )
  })

  it('prefers packs that are for the wanted sockets to popular ones', async () => {
    const { given, deps } = holder.world
    const sizes = { focused: 1, large: 6 }
    for (const [id, others] of Object.entries(sizes)) {
      const node = await given.node({ id, github_stars: 20 * others })
      const version = await given.version({ node_id: node.id })
      const type = (at: number) => (at === 0 ? 'FOCUS' : 'IMAGE')
      for (let at = 0; at < others; at++)
        await given.comfyNode({
          version_id: version.id,
          name: `${id}${at}`,
          return_types: JSON.stringify([type(at)]),
        })
    }
    await reindexEverything(deps)
    assert.deepEqual(await found({ search: '-> FOCUS' }), ['focused', 'large'])
  })

  it('says that a comfy-node belongs to the tool, however it is written', async () => {
    const builtIn = async (search: string) =>
      (await holder.world.anonymous.call(searchNodes, { query: { search, facets: true } })).built_in
    for (const search of ['KSampler', 'ksampler', ' K Sampler'])
      assert.equal(await builtIn(search), 'KSampler')
    assert.equal(await builtIn('blur'), undefined)
  })

  it('finds packs with most of a wish, and none with a single common word of it', async () => {
    const { given, deps } = holder.world
    await given.node({
      id: 'sadtalker-pack',
      name: 'SadTalker',
      description: 'Animates a face.',
      github_stars: 50,
    })
    await given.node({
      id: 'portrait-frames',
      name: 'Portrait Frames',
      description: 'Frames for a portrait.',
      github_stars: 900,
    })
    for (let at = 0; at < 30; at++) await given.node({ id: `quick-${at}`, name: `Quick fast thing ${at}` })
    await reindexEverything(deps)
    const wish = await found({ search: 'make my portrait talk fast please' })
    assert.equal(wish[0], 'sadtalker-pack')
    assert.ok(!wish.some((id) => id.startsWith('quick-')))
    const { facets, total } = await holder.world.anonymous.call(searchNodes, {
      query: { search: 'make my portrait talk fast please', facets: true, state: 'published' },
    })
    assert.equal(facets?.state.find(({ value }) => value === 'published')?.count, total)
  })

  it('corrects typing errors, and not words of languages without a glossary', async () => {
    const { given, deps } = holder.world
    await given.node({ id: 'entering', name: 'Entering Scenes', description: 'Entering scenes.' })
    await given.node({ id: 'entering-two', name: 'Entering Rooms', description: 'Entering rooms.' })
    await reindexEverything(deps)
    const corrected = async (search: string) =>
      (await holder.world.anonymous.call(searchNodes, { query: { search } })).corrected
    assert.equal(await corrected('entring'), 'entering')
    for (const search of ['Hintergrund entfernung', 'szene entering für', 'αφαίρεση φόντου'])
      assert.equal(await corrected(search), undefined, search)
  })

  it('finds the packs of an account by its name, well-known ones first', async () => {
    const { given, deps } = holder.world
    const repository_url = 'https://github.com/quillowner/one'
    await given.node({ id: 'well-known', github_stars: 900, repository_url })
    await given.node({ id: 'quillowner-tiny', name: 'quillowner tiny', github_stars: 1 })
    await reindexEverything(deps)
    assert.deepEqual(await found({ search: 'quillowner' }), ['well-known', 'quillowner-tiny'])
  })

  it('finds only the packs of a pasted address, or those with exactly its name', async () => {
    const { given, deps } = holder.world
    const at = (path: string) => `https://github.com/${path}`
    await given.node({ id: 'quartz-mill', repository_url: at('ann/quartz-mill') })
    await given.node({ id: 'quartz-mill-extras', repository_url: at('ann/quartz-mill-extras') })
    await given.node({ id: 'quartz', name: 'Quartz tools', repository_url: at('bob/quartz') })
    await reindexEverything(deps)
    assert.deepEqual(await found({ search: at('ann/quartz-mill') }), ['quartz-mill'])
    assert.deepEqual(await found({ search: at('eve/quartz-mill') }), ['quartz-mill'])
    assert.deepEqual(await found({ search: at('eve/quartz-grinder'), facets: true }), [])
    assert.deepEqual(await found({ search: at('ann/quartz-mill'), license: 'none-has-this' }), [])
  })

  it('finds comfy-nodes by name and sockets, and draws them', async () => {
    const ask = async (query: QueryOf<typeof searchComfyNodes>) =>
      holder.world.anonymous.call(searchComfyNodes, { query })
    const { total, comfy_nodes } = await ask({ search: 'mask to latent' })
    assert.equal(total, 1)
    const [first] = comfy_nodes
    assert.deepEqual(
      [first?.comfy_node_name, first?.node_id, first?.node_name],
      ['MaskToLatent', 'mask-maker', 'Mask Maker'],
    )
    const types = [first?.sketch?.inputs, first?.sketch?.outputs].map((side) => side?.map(({ type }) => type))
    assert.deepEqual(types, [['MASK'], ['LATENT']])
    const names = async (query: QueryOf<typeof searchComfyNodes>) =>
      (await ask(query)).comfy_nodes.map(({ comfy_node_name }) => comfy_node_name)
    assert.deepEqual(await names({ search: 'IMAGE -> MASK' }), ['ImageToMask'])
    assert.deepEqual(await names({ search: 'mask', output_type: ['latent'] }), ['MaskToLatent'])
    assert.deepEqual(await names({ search: 'node:masktolatent' }), ['MaskToLatent'])
    assert.deepEqual(await names({ search: 'mask publisher:nobody' }), [])
    for (const search of ['', '---', 'qzxv']) assert.deepEqual(await names({ search }), [], search)
    const last = await ask({ search: 'mask', limit: 1, page: 2 })
    assert.deepEqual([last.comfy_nodes.length, last.total, last.totalPages], [1, 2, 2])
  })

  it('lists the packs that take a type which only one pack gives', async () => {
    const { given, deps } = holder.world
    const make = async (id: string, input: string, output: string, stars = 0) => {
      await given.node({ id, name: id, github_stars: stars })
      const version = await given.version({ node_id: id })
      const input_types = JSON.stringify({ required: { a: [input] } })
      await given.comfyNode({
        version_id: version.id,
        name: `${id} node`,
        input_types,
        return_types: JSON.stringify([output]),
      })
    }
    await make('tides', 'IMAGE', 'TIDE_MAP')
    await make('tides-reader', 'TIDE_MAP', 'IMAGE')
    await make('tides-printer', 'TIDE_MAP', 'IMAGE', 9)
    await make('moons', 'IMAGE', 'MOON_MAP')
    await make('moons-too', 'IMAGE', 'MOON_MAP')
    await make('moons-reader', 'MOON_MAP', 'IMAGE')
    await reindexEverything(deps)
    const extensions = async (nodeId: string) =>
      (await holder.world.anonymous.call(listExtensions, { params: { nodeId } })).extensions
    assert.deepEqual(await extensions('tides'), [
      { node_id: 'tides-printer', name: 'tides-printer', types: ['TIDE_MAP'] },
      { node_id: 'tides-reader', name: 'tides-reader', types: ['TIDE_MAP'] },
    ])
    assert.deepEqual(await extensions('moons'), [])
    await assert.rejects(extensions('no-such-pack'), /not found/i)
  })

  it('counts the results of each kind, and answers for the exact name of a comfy-node', async () => {
    const ask = (search: string, facets = true) =>
      holder.world.anonymous.call(searchNodes, { query: { search, facets } })
    const { kinds, comfy_node } = await ask('mask to latent')
    assert.deepEqual(kinds, { nodes: 1, comfy_nodes: 1, workflows: 0 })
    const named = { comfy_node_name: 'MaskToLatent', node_id: 'mask-maker', node_name: 'Mask Maker' }
    assert.deepEqual(comfy_node, named)
    assert.deepEqual((await ask('masktolatent')).comfy_node, named)
    assert.equal((await ask('latent')).comfy_node, undefined)
    const plain = await ask('mask to latent', false)
    for (const key of ['kinds', 'comfy_node', 'words']) assert.ok(!(key in plain), key)
  })

  it('names the words to mark: typed, corrected and meant', async () => {
    const words = async (search: string) =>
      (await holder.world.anonymous.call(searchNodes, { query: { search, facets: true } })).words ?? []
    assert.ok((await words('upscaling')).includes('upscaling'))
    assert.ok((await words('放大')).includes('upscal'))
    assert.ok((await words('entring')).includes('entering'))
  })

  it('finds an author', async () => {
    const { given, deps } = holder.world
    await given.node({ id: 'unclaimed-one', author: 'Kim Example', publisher_id: unclaimedPublisherId })
    await reindexEverything(deps)
    for (const search of ['author:kim', 'author:"kim example"', 'author:@Kim'])
      assert.deepEqual(await found({ search }), ['unclaimed-one'], search)
    for (const search of ['author:nobody', 'author:---', 'author:""'])
      assert.deepEqual(await found({ search }), [], search)
  })

  it('no longer finds the sockets of a banned node', async () => {
    const { world } = holder
    const node = await world.given.node({ id: 'brief' })
    const version = await world.given.version({ node_id: node.id })
    await world.given.comfyNode({ version_id: version.id, name: 'Brief', return_types: '["BRIEF"]' })
    await reindexEverything(world.deps)
    assert.deepEqual(await found({ search: '-> BRIEF' }), ['brief'])
    await world.deps.db.updateTable('nodes').set({ status: 'banned' }).where('id', '=', 'brief').execute()
    await reindexEverything(world.deps)
    assert.deepEqual(await found({ search: '-> BRIEF' }), [])
  })
})
