import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { findGraphs } from '../find-graphs.ts'
import { modelsOf } from './from-workflow.ts'
import { readModelList } from './list.ts'
import { canRunCode } from './model.ts'

const read = (workflow: unknown) => modelsOf(findGraphs(workflow))
const sha256 = 'a'.repeat(64)
const hub = 'https://huggingface.co/a/b/resolve/main/'

describe('the models of a workflow', () => {
  const inputs = [
    { comfy_node_name: 'Pair', input: 'unet', place: 1, folders: ['diffusion_models'], files: [] },
    { comfy_node_name: 'Pair', input: 'vae', place: 2, folders: ['vae', 'vae_approx'], files: ['taesd.pt'] },
    { comfy_node_name: 'Power', folders: ['loras'], files: [] },
    { comfy_node_name: 'Film', input: 'file', place: 0, folders: [], files: ['film.pth'] },
    { comfy_node_name: 'VAELoader', input: 'vae_name', place: 0, folders: ['elsewhere'], files: [] },
  ]
  const folders = (workflow: unknown) =>
    modelsOf(findGraphs(workflow), inputs).map(({ name, folder, folderFrom, isOffered }) =>
      [name, folder, folderFrom, isOffered].filter((one) => one !== undefined),
    )
  const node = (type: string, widgets_values: unknown) => ({ nodes: [{ id: 1, type, widgets_values }] })

  it('have the folder that the code of their pack lists, by name and by position', () => {
    const both = [
      ['a.gguf', 'diffusion_models', 'code'],
      ['b.pt', 'vae', 'code'],
    ]
    assert.deepEqual(folders(node('Pair', [7, 'a.gguf', 'b.pt'])), both)
    assert.deepEqual(folders(node('Pair', ['a.gguf', 7, 'b.pt'])), both, 'an older file')
    assert.deepEqual(folders(node('Pair', { unet: 'a.gguf', vae: 'b.pt' })), both)
    assert.deepEqual(folders({ 1: { class_type: 'Pair', inputs: { unet: 'a.gguf', vae: 'b.pt' } } }), both)
    assert.deepEqual(folders(node('Pair', ['b.pt', 7])), [['b.pt']], 'which of the two is unknown')
    assert.deepEqual(folders(node('Pair', [7, 'None', 'b.pt'])), [['b.pt', 'vae', 'code']])
    assert.deepEqual(folders(node('VAELoader', ['b.pt'])), [['b.pt', 'vae', 'loader']])
  })

  it('have the folder of inputs that the front end adds', () => {
    const lora = { on: true, lora: 'x.safetensors', strength: 1 }
    const expected = [['x.safetensors', 'loras', 'code']]
    assert.deepEqual(folders(node('Power', [{}, { type: 'Header' }, lora, ''])), expected)
    assert.deepEqual(folders({ 1: { class_type: 'Power', inputs: { lora_1: lora } } }), expected)
  })

  it('are offered by the pack if all that use them offer them', () => {
    assert.deepEqual(folders(node('Film', ['film.pth'])), [['film.pth', true]])
    assert.deepEqual(folders(node('Film', ['mine.pth'])), [['mine.pth']])
    assert.deepEqual(
      folders({ nodes: [...node('Film', ['film.pth']).nodes, ...node('X', ['film.pth']).nodes] }),
      [['film.pth']],
    )
  })

  it('are those of its records, with folder, address and hash', () => {
    const models = [
      {
        name: 'ae.safetensors',
        url: `${hub}ae.safetensors`,
        directory: 'vae',
        hash: sha256,
        hash_type: 'SHA256',
      },
    ]
    const node = { id: 1, type: 'VAELoader', widgets_values: ['ae.safetensors'], properties: { models } }
    assert.deepEqual(read({ nodes: [node] }), [
      {
        name: 'ae.safetensors',
        folder: 'vae',
        folderFrom: 'record',
        sha256,
        sources: [{ url: `${hub}ae.safetensors`, from: 'record' }],
        usedBy: ['VAELoader'],
        isInactive: false,
      },
    ])
  })

  it('have the folder that the loader of the tool reads', () => {
    const nodes = [
      { id: 1, type: 'DualCLIPLoader', widgets_values: ['clip_l.safetensors', 't5.safetensors', 'flux'] },
      { id: 2, type: 'StrangersLoader', widgets_values: ['sub\\other.gguf', 0.5] },
    ]
    assert.deepEqual(
      read({ nodes }).map(({ name, folder, folderFrom }) => [name, folder, folderFrom]),
      [
        ['clip_l.safetensors', 'text_encoders', 'loader'],
        ['t5.safetensors', 'text_encoders', 'loader'],
        ['sub/other.gguf', undefined, undefined],
      ],
    )
    const prompt = { 1: { class_type: 'CheckpointLoaderSimple', inputs: { ckpt_name: 'XL/a.safetensors' } } }
    assert.equal(read(prompt)[0]?.folder, 'checkpoints')
  })

  it('are found in values that are objects, which can be switched off', () => {
    const values = [
      { type: 'Header' },
      { on: true, lora: 'a.safetensors', strength: 1 },
      { on: false, lora: 'b.safetensors' },
      { content: 'c.ckpt', image: null },
    ]
    const expected = [
      ['a.safetensors', false],
      ['b.safetensors', true],
      ['c.ckpt', false],
    ]
    const shown = (workflow: unknown) => read(workflow).map(({ name, isInactive }) => [name, isInactive])
    assert.deepEqual(shown({ nodes: [{ id: 1, type: 'Many Loras', widgets_values: values }] }), expected)
    assert.deepEqual(shown({ 1: { class_type: 'Many Loras', inputs: { ...values } } }), expected)
  })

  it('take addresses from notes only if these name the same file', () => {
    const nodes = [
      { id: 1, type: 'VAELoader', widgets_values: ['ae.safetensors'] },
      {
        id: 2,
        type: 'MarkdownNote',
        widgets_values: [
          '[VAE](https://huggingface.co/a/b/blob/main/ae.safetensors) and https://x.test/other.safetensors',
        ],
      },
    ]
    assert.deepEqual(
      read({ nodes }).map(({ sources }) => sources),
      [[{ url: `${hub}ae.safetensors`, from: 'note' }]],
    )
  })

  it('take the page of a repository from notes that name the file beside it', () => {
    const text = 'Download ae.safetensors from https://huggingface.co/a/b.'
    const nodes = [
      { id: 1, type: 'VAELoader', widgets_values: ['ae.safetensors'] },
      { id: 2, type: 'Note', widgets_values: [text] },
    ]
    assert.deepEqual(read({ nodes })[0]?.sources, [
      { url: 'https://huggingface.co/a/b', from: 'note', isPage: true },
    ])
  })

  it('of muted comfy-nodes are marked, and those in subgraphs are found', () => {
    const inner = { id: 'sub', nodes: [{ id: 9, type: 'VAELoader', widgets_values: ['b.safetensors'] }] }
    const workflow = {
      nodes: [
        { id: 1, type: 'VAELoader', mode: 4, widgets_values: ['a.safetensors'] },
        { id: 2, type: 'sub' },
      ],
      definitions: { subgraphs: [inner] },
    }
    assert.deepEqual(
      read(workflow).map(({ name, isInactive }) => [name, isInactive]),
      [
        ['a.safetensors', true],
        ['b.safetensors', false],
      ],
    )
  })

  it('have no path that leads out of their folder', () => {
    for (const name of ['../../x.safetensors', '/../x.safetensors', 'a\0.safetensors', 'C:\\x.safetensors'])
      assert.deepEqual(read({ nodes: [{ id: 1, type: 'VAELoader', widgets_values: [name] }] }), [], name)
    const models = [{ name: 'a.safetensors', url: 'javascript:alert(1)', directory: '../..' }]
    const [model] = read({ nodes: [{ id: 1, type: 'X', properties: { models } }] })
    assert.deepEqual([model?.folder, model?.sources], [undefined, []])
  })

  it('are read in time from hostile files', () => {
    const nodes = Array.from({ length: 20_000 }, (_, id) => ({
      id,
      type: 'Note',
      widgets_values: ['https://x.test/'.repeat(200)],
    }))
    assert.deepEqual(read({ nodes }), [])
  })

  it('can run code in some formats', () => {
    assert.deepEqual(['a.ckpt', 'a.safetensors', 'a.PT', 'a.gguf'].map(canRunCode), [
      true,
      false,
      true,
      false,
    ])
  })
})

describe('lists of models', () => {
  it('are read in the form of the manager', () => {
    const entry = {
      name: 'x',
      type: 'VAE',
      save_path: 'default',
      filename: 'ae.safetensors',
      url: `${hub}ae.safetensors`,
    }
    const own = { ...entry, save_path: 'custom_nodes/x/models' }
    const deep = { ...entry, type: 'upscale', save_path: 'upscale_models/x' }
    assert.deepEqual(
      readModelList({ models: [entry, own, deep, { ...entry, url: 'ftp://x' }, null] }).map(
        ({ folder }) => folder,
      ),
      ['vae', 'upscale_models/x'],
    )
  })

  it('are the records of workflows, too', () => {
    const models = [{ name: 'a.safetensors', url: `${hub}a.safetensors`, directory: 'loras' }]
    assert.deepEqual(readModelList({ nodes: [{ id: 1, type: 'LoraLoader', properties: { models } }] }), [
      { name: 'a.safetensors', folder: 'loras', url: `${hub}a.safetensors` },
    ])
  })
})
