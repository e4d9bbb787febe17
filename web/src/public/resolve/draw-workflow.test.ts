import type { Graph } from '@nodeyard/analysis/workflow'
import type { ResolvedComfyNode } from '@nodeyard/planning/resolve'
import { describe, expect, it } from 'vitest'
import { drawWorkflow } from './draw-workflow.ts'

const resolved = (comfy_node_name: string, status: ResolvedComfyNode['status']): ResolvedComfyNode => ({
  ...{ comfy_node_name, status, notices: [], alternatives: [], count: 1, isInactive: false },
  recorded: { nodeId: undefined, version: undefined, repository: undefined },
})
const draw = (value: Record<string, unknown>) =>
  drawWorkflow(
    { form: 'editor', value } as Graph,
    [resolved('KSampler', 'built_in'), resolved('Blur', 'found'), resolved('Fog', 'unknown')],
    'Graph',
  )
const at = (id: number, type: string, more = {}) => ({ id, type, pos: [id * 300, 0], ...more })

describe('drawing the workflow that was resolved', () => {
  it('marks what the tool lacks, in the picture and in the list', () => {
    const drawn = draw({ nodes: [at(1, 'KSampler'), at(2, 'Blur', { mode: 4 }), at(3, 'Fog')] })
    expect(drawn?.nodes.map(({ type, mark, isInactive }) => [type, mark, isInactive])).toEqual([
      ['KSampler', undefined, false],
      ['Blur', 'needed', true],
      ['Fog', 'missing', false],
    ])
    expect(decodeURIComponent(drawn?.picture ?? '')).toMatch(/mark-needed.*mark-missing/)
  })

  it('marks a subgraph for what is inside, also through others that contain each other', () => {
    const subgraphs = [
      { id: 'outer', name: 'Outer', nodes: [at(1, 'inner'), at(2, 'Blur')] },
      { id: 'inner', name: 'Inner', nodes: [at(1, 'outer'), at(2, 'Fog')] },
      { id: 'plain', name: 'Plain', nodes: [at(1, 'KSampler')] },
    ]
    const drawn = draw({ nodes: [at(1, 'outer'), at(2, 'plain')], definitions: { subgraphs } })
    expect(drawn?.nodes.map(({ title, mark }) => [title, mark])).toEqual([
      ['Outer', 'missing'],
      ['Plain', undefined],
    ])
  })

  it('draws titles with broken letters, and nothing for a workflow without nodes', () => {
    expect(draw({ nodes: [at(1, 'KSampler', { title: '\ud800' })] })?.nodes).toHaveLength(1)
    expect(draw({ nodes: [] })).toBeUndefined()
  })
})
