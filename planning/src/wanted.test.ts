import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { readInstallation } from '@nodeyard/analysis/installations'
import type { ResolvedComfyNode } from './resolve.ts'
import { fromInstallation, idsOf, toWanted } from './wanted.ts'

const [first, second] = ['a'.repeat(40), 'B'.repeat(40)]

function used(name: string, part: Partial<ResolvedComfyNode>, clone?: string): ResolvedComfyNode {
  const install = clone ? { state: 'unclaimed' as const, clone } : { state: 'installable' as const }
  const version = {
    version: '0.9.0',
    downloadUrl: 'https://a.test/x.zip',
    status: 'NodeVersionStatusActive' as const,
  }
  const provider = {
    node_id: 'mist',
    name: 'Mist',
    publisher_id: clone ? 'unclaimed' : 'acme',
    downloads: 0,
    github_stars: 0,
    install,
    ...(clone ? {} : { version: { ...version, deprecated: false } }),
  }
  const recorded = { nodeId: 'mist', version: undefined, repository: undefined }
  return {
    comfy_node_name: name,
    status: 'found',
    notices: [],
    alternatives: [],
    count: 1,
    isInactive: false,
    provider,
    recorded,
    reason: 'recorded_node',
    ...part,
  } as ResolvedComfyNode
}

const wanted = (...comfyNodes: ResolvedComfyNode[]) => {
  const { packs, unknown } = toWanted({ names: [], comfyNodes, packs: [], problems: [], graphs: [] })
  return { packs, unknown }
}

describe('what a workflow wants', () => {
  const clone = 'https://github.com/acme/mist'
  const at = (version: string | undefined, part: object = {}) => ({
    nodeId: 'mist',
    repository: undefined,
    version,
    ...part,
  })

  it('has all commits that were recorded for the same pack, and the nodes that need them', () => {
    const nodes = [first, second, first].map((commit, i) => used(`N${i}`, { recorded: at(commit) }, clone))
    assert.deepEqual(wanted(...nodes, used('Other', {}, clone)), {
      packs: [
        { node_id: 'mist', commits: [first, 'b'.repeat(40)], comfy_nodes: ['N0', 'N1', 'N2', 'Other'] },
      ],
      unknown: [],
    })
  })

  it('names commits of other repositories instead of pinning them', () => {
    const record = { recorded: at(first, { nodeId: undefined, repository: 'someone/fork' }) }
    for (const part of [
      { ...record, reason: 'only_provider' as const },
      { ...record, reason: 'recorded_repository' as const, notices: ['recorded_other_repository' as const] },
    ])
      assert.deepEqual(wanted(used('Fog', part, clone)), {
        packs: [{ node_id: 'mist' }],
        unknown: [`someone/fork@${first}`],
      })
  })

  it('names packs of muted nodes for their models only', () => {
    const comfyNodes = [used('Fog', { isInactive: true })]
    const muted = toWanted({ names: [], comfyNodes, packs: [], problems: [], graphs: [] })
    assert.deepEqual([muted.packs, idsOf(muted)], [[], ['mist']])
    const active = toWanted({
      names: [],
      comfyNodes: [...comfyNodes, used('Dew', {})],
      packs: [],
      problems: [],
      graphs: [],
    })
    assert.deepEqual(idsOf(active), ['mist'])
  })

  it('names versions that cannot be had', () => {
    assert.deepEqual(wanted(used('Fog', { recorded: at('1.0.5') }, clone)).packs, [
      { node_id: 'mist', version: '1.0.5', comfy_nodes: ['Fog'] },
    ])
    const several = ['1.0.5', '1.0.4'].map((number) => used(`N ${number}`, { recorded: at(number) }, clone))
    assert.deepEqual(wanted(...several).unknown, ['mist@1.0.4'])
    assert.deepEqual(wanted(used('Fog', { recorded: at('0.1.0'), notices: ['recorded_version_unknown'] })), {
      packs: [{ node_id: 'mist' }],
      unknown: ['mist@0.1.0'],
    })
    const kept = used('Fog', { recorded: at('0.9.0'), reason: 'recorded_version' })
    assert.deepEqual(wanted(kept), { packs: [{ node_id: 'mist', version: '0.9.0' }], unknown: [] })
  })
})

describe('what a snapshot wants', () => {
  it('keeps its Python packages and names its disabled packs', () => {
    const snapshot = {
      git_custom_nodes: { 'https://github.com/acme/mist': { hash: first, disabled: true } },
      cnr_custom_nodes: { blur: '1.0.5' },
      pips: { 'numpy==1.26.4': '', 'torch==2.6.0+cu124': '' },
    }
    const { packs, pins, disabled } = fromInstallation(readInstallation(JSON.stringify(snapshot)))
    assert.deepEqual(packs, [{ node_id: 'blur', version: '1.0.5' }])
    assert.deepEqual(disabled, ['https://github.com/acme/mist'])
    assert.deepEqual(pins, [
      { name: 'numpy', version: '1.26.4' },
      { name: 'torch', version: '2.6.0+cu124' },
    ])
    assert.equal(fromInstallation(readInstallation('numpy==1.26.4')).pins, undefined)
  })
})
