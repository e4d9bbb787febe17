import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sourceOfBytes } from '../archive/source.ts'
import { buildZip } from '../archive/zip-builder.test-support.ts'
import {
  avif,
  exif,
  flac,
  glb,
  jpeg,
  mp3,
  mp4WithComment,
  mp4WithKeys,
  opus,
  png,
  safetensors,
  webm,
  webp,
} from './files.test-support.ts'
import { readWorkflow, readWorkflowText } from './read.ts'

const editor = JSON.stringify({
  nodes: [
    { id: 1, type: 'FaceDetailer', properties: { cnr_id: 'comfyui-impact-pack', ver: '8.1.0' } },
    { id: 2, type: 'FaceDetailer', properties: { cnr_id: 'comfyui-impact-pack', ver: '8.1.0' } },
    { id: 3, type: 'KSampler', properties: { cnr_id: 'comfy-core', ver: '0.3.40' } },
    { id: 4, type: 'Überblendung 混合', properties: { aux_id: 'someone/blend' } },
    { id: 5, type: 'Note' },
    { id: 6, type: 'Reroute' },
  ],
  links: [],
})
const fromEditor = [
  { name: 'FaceDetailer', count: 2, nodeId: 'comfyui-impact-pack', version: '8.1.0' },
  { name: 'KSampler', count: 1, nodeId: 'comfy-core', version: '0.3.40' },
  { name: 'Überblendung 混合', count: 1, repository: 'someone/blend' },
]
const api =
  '{"3":{"class_type":"KSampler","inputs":{"cfg":NaN}},"4":{"class_type":"FaceDetailer","inputs":{"t":"NaN, -Infinity"}}}'
const fromApi = [
  { name: 'KSampler', count: 1 },
  { name: 'FaceDetailer', count: 1 },
]
const both = JSON.stringify({ prompt: api, workflow: editor })

const zipOf = (files: Record<string, string | Uint8Array>) =>
  buildZip({ entries: Object.entries(files).map(([name, data]) => ({ name, data })) })

const read = (bytes: Uint8Array) => readWorkflow(sourceOfBytes(bytes))

describe('reading a workflow', () => {
  it('reads both forms of a workflow', () => {
    assert.deepEqual(readWorkflowText(editor).comfyNodes, fromEditor)
    assert.deepEqual(readWorkflowText(api).comfyNodes, fromApi)
  })

  it('finds comfy-nodes inside subgraphs and group nodes, without their frames', () => {
    const id = '6d4e7c1a-0000-4000-8000-000000000000'
    const workflow = {
      nodes: [{ type: id }, { type: 'workflow>Group' }, { type: '## Group [a1b2c3]' }, { type: 'Outer' }],
      definitions: { subgraphs: [{ id, nodes: [{ type: 'Inner' }, { type: 'Other' }] }] },
      extra: { groupNodes: { Group: { nodes: [{ type: 'Grouped' }] } } },
    }
    const names = readWorkflowText(JSON.stringify(workflow)).comfyNodes.map(({ name }) => name)
    assert.deepEqual(names, ['Outer', 'Inner', 'Other', 'Grouped'])
  })

  const carriers: [string, Uint8Array, string, unknown][] = [
    [
      'PNG, plain',
      png([
        { chunk: 'tEXt', key: 'prompt', text: api },
        { chunk: 'tEXt', key: 'workflow', text: editor },
      ]),
      'png',
      fromEditor,
    ],
    ['PNG, packed', png([{ chunk: 'zTXt', key: 'workflow', text: editor }]), 'png', fromEditor],
    ['PNG, international', png([{ chunk: 'iTXt', key: 'workflow', text: editor }]), 'png', fromEditor],
    [
      'PNG, international and packed',
      png([{ chunk: 'packed iTXt', key: 'workflow', text: editor }]),
      'png',
      fromEditor,
    ],
    ['PNG with the API form only', png([{ chunk: 'tEXt', key: 'prompt', text: api }]), 'png', fromApi],
    ['WebP', webp(exif(0x10f, `workflow:${editor}`)), 'webp', fromEditor],
    ['WebP, big-endian', webp(exif(0x110, `prompt:${api}`, { isLittle: false })), 'webp', fromApi],
    [
      'JPEG, Exif',
      jpeg([
        {
          marker: 0xe1,
          data: Buffer.concat([Buffer.from('Exif\0\0'), exif(0x9286, editor, { asComment: true })]),
        },
      ]),
      'jpeg',
      fromEditor,
    ],
    ['JPEG, comment', jpeg([{ marker: 0xfe, data: Buffer.from(both) }]), 'jpeg', fromEditor],
    [
      'JPEG, XMP',
      jpeg([
        {
          marker: 0xe1,
          data: Buffer.from(`http://ns.adobe.com/xap/1.0/\0<x w="${editor.replaceAll('"', '&quot;')}"/>`),
        },
      ]),
      'jpeg',
      fromEditor,
    ],
    ['MP4 with keys', mp4WithKeys({ prompt: api, workflow: editor }), 'mp4', fromEditor],
    ['MP4 with a comment', mp4WithComment(both), 'mp4', fromEditor],
    ['WebM', webm({ PROMPT: api, WORKFLOW: editor }), 'webm', fromEditor],
    ['WebM, recorded live', webm({ COMMENT: both }, { isLive: true }), 'webm', fromEditor],
    ['AVIF', avif(exif(0x10f, `workflow:${editor}`)), 'mp4', fromEditor],
    [
      'AVIF without a table of items',
      avif(exif(0x10f, `workflow:${editor}`), { hasTable: false }),
      'mp4',
      fromEditor,
    ],
    ['FLAC', flac({ prompt: api, workflow: editor }), 'flac', fromEditor],
    ['Opus', opus({ prompt: api, workflow: editor }), 'ogg', fromEditor],
    ['MP3', mp3({ prompt: api, workflow: editor }), 'mp3', fromEditor],
    ['MP3 with UTF-16', mp3({ prompt: api, workflow: editor }, 3), 'mp3', fromEditor],
    ['GLB', glb({ prompt: JSON.parse(api.replace('NaN', '0')), workflow: editor }), 'glb', fromEditor],
    ['a latent', safetensors({ prompt: api, workflow: editor }), 'safetensors', fromEditor],
    [
      'a ZIP archive',
      zipOf({ 'readme.txt': 'KSampler', 'a/flow.json': editor, 'result.png': png([]) }),
      'zip',
      fromEditor,
    ],
  ]
  for (const [name, bytes, format, comfyNodes] of carriers) {
    it(`finds the workflow in: ${name}`, async () => {
      const { graphs, ...found } = await read(bytes)
      assert.deepEqual(found, { format, comfyNodes })
      assert.equal(graphs.length, 1)
    })

    it(`refuses or reads a truncated file without other errors: ${name}`, async () => {
      for (let length = 0; length < bytes.byteLength; length += 1 + Math.floor(bytes.byteLength / 60)) {
        const result = await read(bytes.slice(0, length)).catch((error: Error) => error)
        if (result instanceof Error) assert.equal(result.name, 'WorkflowRefusal', result.stack)
      }
    })

    it(`refuses or reads a corrupted file without other errors: ${name}`, async () => {
      for (let at = 4; at < bytes.byteLength; at += 1 + Math.floor(bytes.byteLength / 80)) {
        const broken = bytes.slice()
        broken.set([0xff, 0xff, 0xff, 0xff].slice(0, bytes.byteLength - at), at)
        const result = await read(broken).catch((error: Error) => error)
        if (result instanceof Error) assert.equal(result.name, 'WorkflowRefusal', result.stack)
      }
    })
  }

  const refusals: [string, Uint8Array, string][] = [
    ['an empty file', new Uint8Array(0), 'unknown_format'],
    ['a long text', Buffer.from('hello '.repeat(50_000)), 'unknown_format'],
    ['a program', Buffer.from('\x7fELF\x02\x01\x01\0\0'), 'unknown_format'],
    ['a picture without a workflow', png([]), 'no_workflow'],
    [
      'a picture with another text',
      png([{ chunk: 'tEXt', key: 'parameters', text: 'a cat' }]),
      'no_workflow',
    ],
    ['a workflow that is no JSON', png([{ chunk: 'tEXt', key: 'workflow', text: '{"nodes":[' }]), 'broken'],
    ['JSON that ends too early', Buffer.from('{"nodes":['), 'broken'],
    ['JSON that is no workflow', Buffer.from('{"a":[1,2]}'), 'no_workflow'],
    ['a list', Buffer.from('[1,2]'), 'no_workflow'],
    ['a damaged archive', Buffer.from('PK\x03\x04'), 'broken'],
    ['an archive without a workflow', zipOf({ 'readme.txt': 'KSampler' }), 'no_workflow'],
    ['an archive in an archive', zipOf({ 'a.json': zipOf({ 'b.json': editor }) }), 'no_workflow'],
    ['a sound without a workflow', flac({ title: 'Rain' }), 'no_workflow'],
    ['an animation', Buffer.from('GIF89a\x01\0\x01\0'), 'unknown_format'],
    ['a saved page', Buffer.from('\n<!DOCTYPE html>\n<html><body>{"nodes":[]}</body></html>'), 'web_page'],
    [
      'a pointer',
      Buffer.from('version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 9\n'),
      'pointer',
    ],
    [
      'the log of a start without a failure',
      Buffer.from('[START] ComfyUI\nImport times:\n   0.0 seconds: /tool/custom_nodes/ComfyUI-Good\n'),
      'nothing_failed',
    ],
  ]
  for (const [name, bytes, problem] of refusals) {
    it(`refuses with ${problem}: ${name}`, async () => {
      await assert.rejects(read(bytes), { problem })
    })
  }

  for (const [name, text] of [
    ['in a text inside JSON', JSON.stringify({ input: { workflow_json: editor } })],
    [
      'in a block of Markdown',
      `# My workflow\n\nIt needs a lot.\n\n\`\`\`json\n${editor}\n\`\`\`\n\nHave fun.`,
    ],
    ['in the second block of Markdown', `\`\`\`\npip install\n\`\`\`\n\`\`\`json\n${editor}\n\`\`\``],
    ['in a block without an end', `Here:\n\`\`\`\n${editor}`],
    ['behind comments', `// made by hand\n\n# twice\n${editor}`],
  ] as const)
    it(`finds a workflow ${name}`, () => {
      assert.deepEqual(readWorkflowText(text).comfyNodes, fromEditor)
    })

  it('reads a log that starts with a bracket, and one with colors', () => {
    for (const text of [
      '[START] Security scan\n[INFO] got prompt\nERROR: Cannot execute because node FaceDetailer does not exist.',
      '[2026-01-12 10:11] Cannot execute because node FaceDetailer does not exist.',
      '\x1b[31mERROR\x1b[0m Cannot execute because node FaceDetailer does not exist.',
      "{'type': 'missing_node_type', 'extra_info': {'class_type': 'FaceDetailer'}}",
    ])
      assert.deepEqual(readWorkflowText(text).comfyNodes, [{ name: 'FaceDetailer', count: 1 }], text)
  })

  it('reads files over five megabytes, and only the necessary parts of pictures', async () => {
    const manyNodes = Array.from({ length: 30_000 }, (_, id) => ({
      id,
      type: `Comfy-node ${id % 200}`,
      properties: { cnr_id: 'pack', ver: '1.0.0' },
      widgets_values: ['x'.repeat(120)],
    }))
    const large = JSON.stringify({ nodes: manyNodes })
    assert(large.length > 5_000_000)
    assert.equal((await read(Buffer.from(large))).comfyNodes.length, 200)
    assert.equal((await read(png([{ chunk: 'zTXt', key: 'workflow', text: large }]))).comfyNodes.length, 200)

    const film = mp4WithKeys({ workflow: editor }, 6_000_000)
    let readBytes = 0
    const counted = {
      size: film.byteLength,
      read: async (offset: number, length: number) => {
        readBytes += length
        return film.subarray(offset, offset + length)
      },
    }
    assert.deepEqual((await readWorkflow(counted)).comfyNodes, fromEditor)
    assert(readBytes < 1_000_000)
  })

  it('refuses a packed text that would exhaust the memory', async () => {
    const bomb = png([{ chunk: 'zTXt', key: 'workflow', text: ' '.repeat(70 * 1024 * 1024) }])
    await assert.rejects(read(bomb), { problem: 'too_large' })
  })

  it('finds no workflow inside thousands of wrappers', () => {
    const text = `${'{"workflow":'.repeat(50_000)}{"nodes":[]}${'}'.repeat(50_000)}`
    assert.throws(() => readWorkflowText(text), { problem: 'no_workflow' })
  })
})
