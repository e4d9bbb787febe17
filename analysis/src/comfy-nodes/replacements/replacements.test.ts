import assert from 'node:assert/strict'
import { before, describe, it } from 'node:test'
import { filesOfRecord } from '../../archive/pack-files.ts'
import { inspectPack } from '../../inspection/inspect.ts'
import { testParser } from '../../python/parser.test-support.ts'
import type { PythonParser } from '../../python/parser.ts'
import { findMisfits } from '../compare/fit.ts'
import { usesOf } from '../compare/workflow-uses.ts'
import { knownReplacements } from './known.ts'
import { readReplacements } from './replacement.ts'
import { rewriteWorkflow } from './rewrite.ts'

let parser: PythonParser
before(async () => {
  parser = await testParser()
})

const known = (name: string) => knownReplacements.filter(({ old_node_id }) => old_node_id === name)

describe('reading replacements', () => {
  it('reads the file that the tool reads, and leaves out malformed entries', () => {
    const text = JSON.stringify({
      Old: [
        {
          new_node_id: 'New',
          input_mapping: [{ new_id: 'a', old_id: 'b' }, { new_id: 'c', set_value: 1 }, 'x'],
        },
        { new_node_id: '' },
        { new_node_id: 'Old' },
        'x',
      ],
      Other: 'no list',
      Nothing: [{ new_node_id: 'New', input_mapping: null, output_mapping: [{ new_idx: 0, old_idx: -1 }] }],
    })
    assert.deepEqual(readReplacements(text), [
      {
        old_node_id: 'Old',
        new_node_id: 'New',
        input_mapping: [
          { new_id: 'a', old_id: 'b' },
          { new_id: 'c', set_value: 1 },
        ],
      },
      { old_node_id: 'Nothing', new_node_id: 'New', output_mapping: [] },
    ])
    for (const bad of ['', '{', '[]', 'null', '{"a": {}}']) assert.deepEqual(readReplacements(bad), [])
  })

  it('reads calls of NodeReplace with literal arguments from code', async () => {
    const code = `
api = ComfyAPI()
class Extension(ComfyExtension):
    async def on_load(self):
        await api.node_replacement.register(io.NodeReplace(
            new_node_id="New", old_node_id="Old", old_widget_ids=["a"],
            input_mapping=[{"new_id": "x", "old_id": "a"}, {"new_id": "y", "set_value": -1.5}]))
        for each in [io.NodeReplace("Second", "First"), computed()]:
            pass
        if self.flag:
            register(NodeReplace(new_node_id=name(), old_node_id="Open"))
`
    const files = { '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n', 'replace.py': code }
    const { replacements } = await inspectPack(filesOfRecord(files), parser)
    assert.deepEqual(replacements, [
      {
        old_node_id: 'Old',
        new_node_id: 'New',
        old_widget_ids: ['a'],
        input_mapping: [
          { new_id: 'x', old_id: 'a' },
          { new_id: 'y', set_value: -1.5 },
        ],
      },
      { old_node_id: 'First', new_node_id: 'Second' },
    ])
  })

  it('reads node_replacements.json of a pack once', async () => {
    const files = {
      '__init__.py': 'NODE_CLASS_MAPPINGS = {}\n',
      'node_replacements.json': '{"Old": [{"new_node_id": "New"}]}',
      'sub/node_replacements.json': '{"Elsewhere": [{"new_node_id": "New"}]}',
    }
    const { replacements } = await inspectPack(filesOfRecord(files), parser)
    assert.deepEqual(replacements, [{ old_node_id: 'Old', new_node_id: 'New' }])
  })
})

interface Saved {
  nodes: {
    id: number
    type: string
    widgets_values?: unknown[]
    properties?: object
    inputs?: { name: string; type: string; link: number | null }[]
    outputs?: { name: string; links: number[] }[]
  }[]
  links: unknown[]
}

const saved = (): Saved => ({
  nodes: [
    { id: 1, type: 'Loader', outputs: [{ name: 'BBOX_MODEL', links: [7] }] },
    {
      id: 2,
      type: 'BboxDetectorForEach',
      widgets_values: [0.4, 12, 2.5],
      properties: { 'Node name for S&R': 'BboxDetectorForEach', cnr_id: 'comfyui-impact-pack', ver: '1.0.0' },
      inputs: [
        { name: 'bbox_model', type: 'BBOX_MODEL', link: 7 },
        { name: 'image', type: 'IMAGE', link: 8 },
        { name: 'extra', type: 'X', link: 9 },
      ],
      outputs: [{ name: 'SEGS', links: [] }],
    },
  ],
  links: [
    [7, 1, 0, 2, 0, 'BBOX_MODEL'],
    [8, 3, 0, 2, 1, 'IMAGE'],
    [9, 1, 0, 2, 2, 'X'],
  ],
})

describe('rewriting a workflow', () => {
  it('renames inputs, places values and removes what has no place', () => {
    const original = saved()
    const { workflow, changes } = rewriteWorkflow(original, known('BboxDetectorForEach'))
    assert.deepEqual(original, saved())
    const [, node] = (workflow as Saved).nodes
    assert.equal(node?.type, 'BboxDetectorSEGS')
    assert.deepEqual(node?.properties, { 'Node name for S&R': 'BboxDetectorSEGS' })
    assert.deepEqual(node?.widgets_values, [0.4, 12, 2.5, 1, 'all'])
    assert.deepEqual(
      node?.inputs?.map(({ name, link }) => [name, link]),
      [
        ['bbox_detector', 7],
        ['image', 8],
      ],
    )
    assert.deepEqual((workflow as Saved).links.length, 2)
    assert.deepEqual(changes, [
      {
        id: '2',
        from: 'BboxDetectorForEach',
        to: 'BboxDetectorSEGS',
        dropped: ['extra'],
        set: [
          { input: 'drop_size', value: 1 },
          { input: 'labels', value: 'all' },
        ],
        losesValues: false,
      },
    ])
  })

  it('rewrites the form for the API, with outputs that moved', () => {
    const prompt = {
      '1': { class_type: 'Old', inputs: { a: 5, gone: 1 } },
      '2': { class_type: 'Save', inputs: { image: ['1', 0], mask: ['1', 1], other: ['3', 1] } },
    }
    const replacement = {
      old_node_id: 'Old',
      new_node_id: 'New',
      input_mapping: [{ new_id: 'b', old_id: 'a' }],
      output_mapping: [{ new_idx: 1, old_idx: 0 }],
    }
    const { workflow, changes } = rewriteWorkflow({ prompt }, [replacement])
    assert.deepEqual(workflow, {
      prompt: {
        '1': { class_type: 'New', inputs: { b: 5 } },
        '2': { class_type: 'Save', inputs: { image: ['1', 1], other: ['3', 1] } },
      },
    })
    assert.deepEqual(changes[0]?.dropped, ['gone'])
  })

  it('moves outputs of saved workflows, also in subgraphs', () => {
    const graph = {
      id: 'sub',
      nodes: [
        {
          id: 1,
          type: 'Old',
          outputs: [
            { name: 'a', links: [1] },
            { name: 'b', links: [2] },
          ],
        },
        {
          id: 2,
          type: 'Save',
          inputs: [
            { name: 'x', link: 1 },
            { name: 'y', link: 2 },
          ],
        },
      ],
      links: [
        { id: 1, origin_id: 1, origin_slot: 0, target_id: 2, target_slot: 0, type: 'X' },
        { id: 2, origin_id: 1, origin_slot: 1, target_id: 2, target_slot: 1, type: 'X' },
      ],
    }
    const workflow = { nodes: [{ id: 9, type: 'sub' }], definitions: { subgraphs: [graph] } }
    const replacement = {
      old_node_id: 'Old',
      new_node_id: 'New',
      output_mapping: [{ new_idx: 2, old_idx: 0 }],
    }
    const rewritten = rewriteWorkflow(workflow, [replacement])
    const [inner] = (rewritten.workflow as typeof workflow).definitions.subgraphs
    assert.deepEqual(inner?.links, [
      { id: 1, origin_id: 1, origin_slot: 2, target_id: 2, target_slot: 0, type: 'X' },
    ])
    assert.deepEqual(
      inner?.nodes[0]?.outputs?.map(({ name }) => name),
      ['', '', 'a'],
    )
    assert.deepEqual(
      inner?.nodes[1]?.inputs?.map(({ link }) => link),
      [1, null],
    )
    assert.equal(rewritten.changes[0]?.id, 'sub:1')
  })

  it('says that values have no known place without the order of the widgets', () => {
    const replacement = {
      old_node_id: 'Old',
      new_node_id: 'New',
      input_mapping: [{ new_id: 'b', old_id: 'a' }],
    }
    const workflow = { nodes: [{ id: 1, type: 'Old', widgets_values: [1] }] }
    assert.equal(rewriteWorkflow(workflow, [replacement]).changes[0]?.losesValues, true)
    const widgets = (name: string) => (name === 'Old' ? ['a'] : ['z', 'b'])
    const { workflow: result } = rewriteWorkflow(workflow, [replacement], widgets)
    assert.deepEqual((result as typeof workflow).nodes[0]?.widgets_values, [null, 1])
  })

  it('has no replacement in the known list that leads to itself or in a circle', () => {
    const next = new Map(knownReplacements.map(({ old_node_id, new_node_id }) => [old_node_id, new_node_id]))
    for (const name of next.keys()) assert.equal(next.has(next.get(name) ?? ''), false, name)
  })
})

describe('checking a workflow against definitions', () => {
  it('finds missing inputs, unknown choices, values out of range and connections of another type', async () => {
    const code = `
class A:
    @classmethod
    def INPUT_TYPES(s):
        return {"required": {"bbox_detector": ("BBOX_DETECTOR",), "image": ("IMAGE",), "mask": ("MASK",),
            "threshold": ("FLOAT", {"min": 0, "max": 0.3}), "mode": (["x", "y"],)}}
    RETURN_TYPES = ("SEGS",)
    FUNCTION = "doit"
NODE_CLASS_MAPPINGS = {"BboxDetectorSEGS": A}
`
    const { comfy_nodes } = await inspectPack(filesOfRecord({ '__init__.py': code }), parser)
    const { workflow } = rewriteWorkflow(saved(), known('BboxDetectorForEach'))
    const definitions = new Map(comfy_nodes.map((node) => [node.comfy_node_name, node]))
    const misfits = findMisfits(usesOf(workflow) ?? [], definitions)
    assert.deepEqual(
      misfits.map(({ kind, input }) => `${input}: ${kind}`),
      [
        'bbox_detector: link_of_other_type',
        'mask: input_missing',
        'threshold: value_out_of_range',
        'mode: choice_unknown',
      ],
    )
  })
})
