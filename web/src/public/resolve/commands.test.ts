import { unclaimedPublisherId } from '@nodeyard/contract/ground'
import type { ProvidedComfyNode, Provider } from '@nodeyard/contract/packs'
import { isUnavailable, neededNodes } from '@nodeyard/planning/needed'
import { describe, expect, it } from 'vitest'
import { archivesCommand, clonedPacks } from './commands.ts'

const provider = (id: string, version?: string, part: Partial<Provider> = {}): Provider => ({
  node_id: id,
  name: id,
  publisher_id: 'acme',
  install: { state: 'installable' },
  downloads: 0,
  github_stars: 0,
  ...(version
    ? {
        version: {
          version,
          downloadUrl: `https://api.test/${id}.zip`,
          sha256: 'a'.repeat(64),
          deprecated: false,
          status: 'NodeVersionStatusActive',
        },
      }
    : {}),
  ...part,
})
const found = (name: string, by: Provider): ProvidedComfyNode => ({
  comfy_node_name: name,
  status: 'found',
  provider: by,
  notices: [],
  alternatives: [],
})
const listed = provider('listed', undefined, {
  publisher_id: unclaimedPublisherId,
  install: { state: 'unclaimed', clone: 'https://code.test/a/listed' },
})
const held = provider('held', undefined, { install: { state: 'under_review' } })
const unknown: ProvidedComfyNode = {
  comfy_node_name: 'Zork',
  status: 'unknown',
  notices: [],
  alternatives: [],
}
const answer = [
  found('B', provider('pack', '1.2.0')),
  found('A', provider('pack', '1.2.0')),
  found('C', listed),
  found('D', held),
  unknown,
]

describe('installation of a workflow', () => {
  it('lists a node once for several comfy-nodes', () => {
    expect(
      neededNodes(answer).map(({ provider: { node_id }, comfyNodes }) => [
        node_id,
        comfyNodes.map((one) => one.comfy_node_name),
      ]),
    ).toEqual([
      ['held', ['D']],
      ['listed', ['C']],
      ['pack', ['B', 'A']],
    ])
  })

  it('installs exact versions and clones nodes without any', () => {
    const needed = neededNodes(answer)
    expect(archivesCommand(needed, 'nodeyard')).toBe('nodeyard install pack@1.2.0')
    expect(clonedPacks(needed)).toEqual([listed.install])
  })

  it('leaves held-back nodes out of commands, even if a workflow recorded the version', () => {
    const recorded = provider('recorded', '2.0.0')
    const flagged = {
      ...recorded,
      version: {
        ...recorded.version,
        version: '2.0.0',
        deprecated: false,
        status: 'NodeVersionStatusFlagged' as const,
      },
    }
    const needed = neededNodes([found('D', held), found('E', flagged)])
    expect(needed.every(isUnavailable)).toBe(true)
    expect([archivesCommand(needed, 'nodeyard'), clonedPacks(needed)]).toEqual([undefined, []])
  })
})
