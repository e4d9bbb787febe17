import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, it } from 'node:test'
import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import { listPackModels, resolveModels } from '@nodeyard/contract/packs'
import { png } from '../../../../analysis/src/workflow/files.test-support.ts'
import { useWorld } from '../../../test/world.ts'
import { runCommand } from '../../commands.ts'
import { importModels } from './import.ts'

const holder = useWorld()
const sha256 = 'd'.repeat(64)
const url = (name: string) => `https://models.test/${name}`

const resolve = async (...models: { name?: string; folder?: string; sha256?: string }[]) =>
  (await holder.world.anonymous.call(resolveModels, { body: { models } })).models

describe('looking up models', () => {
  it('finds them by name in any folder and letter case, and by hash', async () => {
    await importModels(
      holder.world.deps,
      [{ name: 'XL/Ae.safetensors', folder: 'vae', url: url('ae.safetensors'), sha256, size: 5e9 }],
      'list',
    )
    const [byName, byHash, unknown, other] = await resolve(
      { name: 'sub\\ae.SAFETENSORS' },
      { sha256: sha256.toUpperCase() },
      { name: 'fog.safetensors' },
      { name: 'ae.safetensors', sha256: 'e'.repeat(64) },
    )
    assert.deepEqual(other, { status: 'unknown', models: [] })
    assert.equal(byName?.status, 'found')
    assert.deepEqual(byHash?.models, byName?.models)
    assert.deepEqual(unknown, { status: 'unknown', models: [] })
    assert.equal(byName?.models[0]?.host, 'models.test')
    assert.equal(byName?.models[0]?.size, 5e9)
  })

  it('says when different files have one name, and lets the folder decide', async () => {
    await importModels(
      holder.world.deps,
      ['loras', 'controlnet'].map((folder) => ({ name: 'pose.pth', folder, url: url(`${folder}/pose.pth`) })),
      'list',
    )
    const [ambiguous, found] = await resolve({ name: 'pose.pth' }, { name: 'pose.pth', folder: 'loras' })
    assert.equal(ambiguous?.status, 'ambiguous')
    assert.equal(found?.status, 'found')
    assert.deepEqual(
      found?.models.map(({ folder, can_run_code }) => [folder, can_run_code]),
      [['loras', true]],
    )
  })

  it('imports lists and folders of workflows, each only once', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-models-'))
    const models = [{ name: 'a.safetensors', url: url('a.safetensors'), directory: 'loras' }]
    await writeFile(
      join(folder, 'w.json'),
      JSON.stringify({ nodes: [{ id: 1, type: 'X', properties: { models } }] }),
    )
    const note = { id: 2, type: 'MarkdownNote', widgets_values: [`[n.safetensors](${url('n.safetensors')})`] }
    const loader = { id: 1, type: 'VAELoader', widgets_values: ['n.safetensors'] }
    const text = JSON.stringify({ nodes: [loader, note] })
    await writeFile(join(folder, 'a.png'), png([{ chunk: 'tEXt', key: 'workflow', text }]))
    await writeFile(join(folder, 'b.png'), png([]))
    await writeFile(join(folder, 'broken.json'), '{')
    await writeFile(
      join(folder, 'guide.md'),
      `[z.safetensors](${url('z.safetensors')}) into models/vae; y.pt: https://huggingface.co/a/b`,
    )
    const lines: string[] = []
    const run = (source: string) =>
      runCommand(holder.world.deps, ['import-models', source], (line) => lines.push(line))
    assert.equal(await run(folder), 0)
    assert.equal(await run(folder), 0)
    assert.match(lines[0] ?? '', /^3 models read, 3 of them new/)
    assert.match(lines[1] ?? '', /^3 models read, 0 of them new/)
    assert.equal(await run(join(folder, 'broken.json')), 1)
    assert.equal((await resolve({ name: 'a.safetensors' }))[0]?.models[0]?.source, 'workflow')
    assert.equal((await resolve({ name: 'z.safetensors' }))[0]?.models[0]?.folder, 'vae')
    assert.equal((await resolve({ name: 'n.safetensors' }))[0]?.models[0]?.folder, 'vae')
    await rm(folder, { recursive: true })
  })

  it('imports the files of repositories from responses of the hub', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-hub-'))
    const fileOf = (rfilename: string, hash: string) => ({ rfilename, size: 7, lfs: { sha256: hash } })
    const responses = [
      {
        id: 'acme/mist',
        siblings: [
          ...[fileOf('split/mist.gguf', sha256), fileOf('haze.gguf', sha256), fileOf('../x.gguf', sha256)],
          ...[{ rfilename: 'README.md' }, { rfilename: 'model.safetensors' }],
        ],
      },
      { id: 'other/mist', siblings: [fileOf('haze.gguf', 'b'.repeat(64)), { rfilename: 'rain.gguf' }] },
      { id: 'third/mist', siblings: [{ rfilename: 'rain.gguf' }] },
      { id: '../x', siblings: [fileOf('y.gguf', sha256)] },
    ]
    await writeFile(join(folder, 'hub.json'), JSON.stringify(responses))
    const lines: string[] = []
    assert.equal(
      await runCommand(holder.world.deps, ['import-models', folder], (line) => lines.push(line)),
      0,
    )
    assert.match(lines[0] ?? '', /^5 models read, 5 of them new/)
    await rm(folder, { recursive: true })
    const found = await resolve(
      ...['mist.gguf', 'haze.gguf', 'rain.gguf', 'model.safetensors', 'y.gguf'].map((name) => ({ name })),
    )
    assert.deepEqual(
      found.map(({ status }) => status),
      ['found', 'ambiguous', 'ambiguous', 'unknown', 'unknown'],
    )
    const mist = {
      name: 'mist.gguf',
      url: 'https://huggingface.co/acme/mist/resolve/main/split/mist.gguf',
      host: 'huggingface.co',
      sha256,
      size: 7,
      source: 'hub',
      can_run_code: false,
    }
    assert.deepEqual(found[0]?.models, [mist])
    await importModels(
      holder.world.deps,
      [{ name: 'mist.gguf', folder: 'unet', url: `${mist.url}?download=true` }],
      'list',
    )
    const [listed] = await resolve({ name: 'mist.gguf' })
    assert.deepEqual(
      listed?.models.map(({ folder, sha256, source }) => [folder, sha256, source]),
      [['unet', sha256, 'list']],
    )
  })

  it('lists what packs download and document, with hashes and terms that are known', async () => {
    const { deps, given, anonymous } = holder.world
    const folder = await mkdtemp(join(tmpdir(), 'nodeyard-terms-'))
    const hub = [
      { id: 'acme/blur', gated: 'auto', tags: ['license:apache-2.0'] },
      { id: '../x', gated: false },
    ]
    await writeFile(join(folder, 'hub.json'), JSON.stringify(hub))
    const lines: string[] = []
    assert.equal(await runCommand(deps, ['import-models', folder], (line) => lines.push(line)), 0)
    assert.deepEqual(lines, ['The terms of 1 repositories read.'])
    await rm(folder, { recursive: true })
    const file = 'https://huggingface.co/acme/blur/resolve/main/blur-it.pth'
    await importModels(deps, [{ name: 'blur-it.pth', folder: 'blur', url: file, sha256 }], 'list')
    const place = { file: 'load.py', line: 3 }
    const models = [
      { url: file, name: 'blur-it.pth', folder: 'blur', from: 'code', ...place },
      { url: 'https://huggingface.co/acme/all', name: 'all.pt', from: 'docs', isPage: true, ...place },
    ]
    const { id } = await given.node({ id: 'Fetches-Models' })
    const version = await given.version({ node_id: id, version: '1.0.0' })
    await given.analysis({ version_id: version.id, traits: JSON.stringify({ models }) })
    const terms = { license: 'apache-2.0', is_gated: true }
    assert.deepEqual(
      await anonymous.call(listPackModels, { body: { node_ids: ['no-such-pack', 'fetches-models'] } }),
      {
        packs: [
          { node_id: 'no-such-pack', models: [] },
          {
            node_id: 'Fetches-Models',
            models: [
              { ...models[0], host: 'huggingface.co', sha256, ...terms, can_run_code: true },
              {
                url: 'https://huggingface.co/acme/all',
                name: 'all.pt',
                from: 'docs',
                is_page: true,
                ...place,
                host: 'huggingface.co',
                can_run_code: true,
              },
            ],
          },
        ],
      },
    )
    assert.deepEqual(
      (await resolve({ name: 'blur-it.pth' }))[0]?.models.map(({ license, is_gated }) => [license, is_gated]),
      [['apache-2.0', true]],
    )
  })

  it('lists inputs that name files, and asks all packs for names that no list has', async () => {
    const { given, anonymous } = holder.world
    const place = { file: 'README.md', line: 3 }
    const hub = (path: string) => `https://huggingface.co/acme/${path}`
    const input = { comfy_node_name: 'Load', input: 'file', place: 0, folders: ['loras'], files: [] }
    const add = async (models: object[]) => {
      const { id } = await given.node()
      const { id: version_id } = await given.version({ node_id: id, version: '1.0.0' })
      await given.analysis({ version_id, traits: JSON.stringify({ models, model_inputs: [input] }) })
      return id
    }
    const first = await add([
      { url: hub('a/resolve/main/Dew.pt'), name: 'Dew.pt', folder: 'loras', from: 'docs', ...place },
      { url: hub('all'), name: 'frost.pt', from: 'docs', isPage: true, ...place },
      { url: hub('a/resolve/main/model.pt'), name: 'model.pt', from: 'docs', ...place },
    ])
    await add([
      { url: hub('b/resolve/main/frost.pt'), name: 'frost.pt', folder: 'loras', from: 'example', ...place },
      { url: hub('b/resolve/main/hail.pt'), name: 'hail.pt', from: 'docs', ...place },
    ])
    await add([{ url: hub('c/resolve/main/hail.pt'), name: 'hail.pt', from: 'docs', ...place }])
    const { packs } = await anonymous.call(listPackModels, { body: { nodes: [{ node_id: first }] } })
    assert.deepEqual(packs[0]?.inputs, [input])
    const found = await resolve(
      ...['sub/dew.PT', 'frost.pt', 'hail.pt', 'model.pt', 'mist.pt'].map((name) => ({ name })),
    )
    assert.deepEqual(
      found.map(({ status, models }) => [status, models.map(({ url }) => url).sort()]),
      [
        ['found', [hub('a/resolve/main/Dew.pt')]],
        ['found', [hub('b/resolve/main/frost.pt')]],
        ['ambiguous', [hub('b/resolve/main/hail.pt'), hub('c/resolve/main/hail.pt')].sort()],
        ['unknown', []],
        ['unknown', []],
      ],
    )
    assert.deepEqual(
      [found[0]?.models[0]?.source, found[0]?.models[0]?.node_id, found[0]?.models[0]?.from],
      ['pack', first, 'docs'],
    )
  })

  it('lets no pack replace the address that another one states', async () => {
    const { given } = holder.world
    const place = { file: 'a.py', line: 3, name: 'Sleet.pt' }
    const known = 'https://huggingface.co/acme/a/resolve/main/Sleet.pt'
    const planted = 'https://evil.example/Sleet.pt'
    for (const [stars, models] of [
      [900, [{ url: known, from: 'docs', ...place }]],
      [0, [{ url: planted, folder: 'loras', from: 'code', ...place }]],
    ] as const) {
      const { id } = await given.node({ github_stars: stars })
      const { id: version_id } = await given.version({ node_id: id, version: '1.0.0' })
      await given.analysis({ version_id, traits: JSON.stringify({ models }) })
    }
    const [found] = await resolve({ name: 'sleet.pt', folder: 'loras' })
    assert.deepEqual([found?.status, found?.models.map(({ url }) => url)], ['ambiguous', [known, planted]])
  })

  it('tells nothing of readings that are held back', async () => {
    const { given, anonymous } = holder.world
    const { id } = await given.node({ publisher_id: unclaimedPublisherId })
    const traits = { models: [{ url: 'https://huggingface.co/a/b', file: 'x.py', line: 1 }] }
    await given.reading({ node_id: id, verdict: 'held', traits })
    const { packs } = await anonymous.call(listPackModels, { body: { node_ids: [id] } })
    assert.deepEqual(packs, [{ node_id: id, models: [] }])
  })

  it('refuses too many, and hashes of another form', async () => {
    const many = Array.from({ length: 501 }, () => ({ name: 'a.pt' }))
    await assert.rejects(resolve(...many), { status: 400 })
    await assert.rejects(resolve({ sha256: 'x' }), { status: 400 })
  })
})
