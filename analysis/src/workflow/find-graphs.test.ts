import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { sourceOfBytes } from '../archive/source.ts'
import { png } from './files.test-support.ts'
import { readWorkflow, readWorkflowText } from './read.ts'

const api = { '1': { class_type: 'Blur', inputs: {} } }
const editor = { nodes: [{ id: 1, type: 'Blur', properties: { cnr_id: 'blur-pack' } }], links: [] }
const entry = [3, 'f00', api, { extra_pnginfo: { workflow: editor } }, ['1']]
const namesIn = (value: unknown) =>
  readWorkflowText(JSON.stringify(value)).comfyNodes.map(({ name, nodeId }) =>
    [name, nodeId].filter(Boolean).join(' '),
  )

describe('finding the workflow in what people have', () => {
  it("reads the tool's history, its queue and lists of prompts, preferring the editor's form", () => {
    assert.deepEqual(namesIn({ f00: { prompt: entry, outputs: {}, status: { messages: [] } } }), [
      'Blur blur-pack',
    ])
    assert.deepEqual(namesIn({ queue_running: [entry], queue_pending: [] }), ['Blur blur-pack'])
    assert.deepEqual(namesIn([{ prompt: api }, { prompt: { '2': { class_type: 'Fog', inputs: {} } } }]), [
      'Blur',
      'Fog',
    ])
    assert.deepEqual(
      namesIn({ client_id: 'x', prompt: api, extra_data: { extra_pnginfo: { workflow: editor } } }),
      ['Blur blur-pack'],
    )
  })

  it('reads workflows that other programs wrap', () => {
    assert.deepEqual(namesIn({ api_graph: api }), ['Blur'])
    assert.deepEqual(namesIn({ content: JSON.stringify(editor) }), ['Blur blur-pack'])
    assert.deepEqual(namesIn(JSON.stringify(editor)), ['Blur blur-pack'])
    assert.deepEqual(namesIn({ title: 'x', definition: { graph: editor } }), ['Blur blur-pack'])
  })

  it('reads copied selections with their subgraphs', () => {
    const id = '6d4e7c1a-0000-4000-8000-000000000000'
    const copied = { nodes: [{ id: 1, type: id }], subgraphs: [{ id, nodes: [{ id: 2, type: 'Inner' }] }] }
    assert.deepEqual(namesIn(copied), ['Inner'])
  })

  it('reads lists of names, and errors of the API', () => {
    assert.deepEqual(namesIn(['FaceDetailer', 'Any Switch (rgthree)']), [
      'FaceDetailer',
      'Any Switch (rgthree)',
    ])
    const error = {
      type: 'missing_node_type',
      message: "Node 'Fog' not found.",
      extra_info: { class_type: 'Fog' },
    }
    assert.deepEqual(namesIn({ error, node_errors: {} }), ['Fog'])
  })

  it('counts the comfy-nodes that are muted, bypassed, or only in such subgraphs', () => {
    const workflow = {
      nodes: [
        { type: 'Fog', mode: 2 },
        { type: 'Fog', mode: 0 },
        { type: 'Rain', mode: 4 },
        { type: 'off', mode: 4 },
        { type: 'on' },
      ],
      definitions: {
        subgraphs: [
          { id: 'off', nodes: [{ type: 'Hidden' }, { type: 'deep' }] },
          { id: 'deep', nodes: [{ type: 'Deeper' }] },
          { id: 'on', nodes: [{ type: 'Shown' }, { type: 'on' }] },
        ],
      },
    }
    const found = readWorkflowText(JSON.stringify(workflow)).comfyNodes
    assert.deepEqual(found, [
      { name: 'Fog', count: 2, inactive: 1 },
      { name: 'Rain', count: 1, inactive: 1 },
      { name: 'Hidden', count: 1, inactive: 1 },
      { name: 'Deeper', count: 1, inactive: 1 },
      { name: 'Shown', count: 1 },
    ])
  })

  it('reads UTF-16, with and without a mark, and texts that end in zeros', async () => {
    const text = JSON.stringify(editor)
    const little = Buffer.from(text, 'utf16le')
    const marked = Buffer.concat([Buffer.from([0xff, 0xfe]), little])
    const big = Buffer.concat([Buffer.from([0xfe, 0xff]), Buffer.from(little).swap16()])
    for (const bytes of [little, marked, big, Buffer.from(`${text}\0`), Buffer.from(`\ufeff${text}`)])
      assert.equal((await readWorkflow(sourceOfBytes(bytes))).comfyNodes[0]?.name, 'Blur')
    const list = Buffer.from('FaceDetailer\nVHS_VideoCombine\n')
    assert.equal((await readWorkflow(sourceOfBytes(list))).comfyNodes.length, 2)
  })

  it('reads texts behind the end of a PNG, and ignores other data there', async () => {
    const whole = png([{ chunk: 'tEXt', key: 'workflow', text: JSON.stringify(editor) }])
    const empty = png([])
    const afterHeader = 8 + 25
    const textChunk = whole.subarray(afterHeader, afterHeader + whole.length - empty.length)
    const behind = Buffer.concat([empty, textChunk])
    assert.equal((await readWorkflow(sourceOfBytes(behind))).comfyNodes[0]?.name, 'Blur')
    const appended = Buffer.concat([whole, Buffer.from('PK\x03\x04 and an archive that somebody appended')])
    assert.equal((await readWorkflow(sourceOfBytes(appended))).comfyNodes[0]?.name, 'Blur')
  })

  it('searches wide values only so far', () => {
    const wide = Array.from({ length: 100_000 }, () => ({ a: {} }))
    assert.throws(() => readWorkflowText(JSON.stringify(wide)), { problem: 'no_workflow' })
  })
})
