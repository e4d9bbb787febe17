import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { ResolvedComfyNode } from './resolve.ts'
import { unlistedRepositories } from './unlisted-repositories.ts'

const commit = 'b'.repeat(40)

function used(
  name: string,
  recorded: Partial<ResolvedComfyNode['recorded']>,
  part: Partial<ResolvedComfyNode> = {},
): ResolvedComfyNode {
  return {
    comfy_node_name: name,
    status: 'unknown',
    notices: [],
    alternatives: [],
    count: 1,
    isInactive: false,
    recorded: { nodeId: undefined, version: undefined, repository: undefined, ...recorded },
    ...part,
  }
}

describe('repositories that a workflow records and the registry does not list', () => {
  it('have an address at the commit, once for all their nodes', () => {
    const recorded = { repository: 'some-owner/ComfyUI-Example', version: commit }
    assert.deepEqual(unlistedRepositories([used('A', recorded), used('B', recorded), used('A', recorded)]), [
      {
        name: 'github.com/some-owner/ComfyUI-Example',
        key: 'github.com/some-owner/comfyui-example',
        url: `https://github.com/some-owner/ComfyUI-Example/tree/${commit}`,
        commit,
        comfyNodes: ['A', 'B'],
      },
    ])
  })

  it('can be recorded as an id, without a commit, or elsewhere', () => {
    const found = unlistedRepositories([
      used('A', { nodeId: 'some-owner/lens', version: '1.2.0' }),
      used('B', { repository: 'https://codeberg.org/some-owner/lens.git' }),
    ])
    assert.deepEqual(
      found.map(({ url }) => url),
      ['https://github.com/some-owner/lens', 'https://codeberg.org/some-owner/lens'],
    )
  })

  it('are on code hosts', () => {
    const addresses = [
      'https://evil.test/a/b',
      'javascript:alert(1)',
      'https://github.com.evil.test/a/b',
      'https://github.com@evil.test/a/b',
      'https://name:secret@github.com/a/b',
      '../..',
      'https://github.com/a/b"><script>',
    ]
    const found = unlistedRepositories(addresses.map((repository) => used('A', { repository })))
    assert.deepEqual(found, [])
  })

  it('are named for packs that were found by name, or have the same name, and not for recorded ones', () => {
    const recorded = { repository: 'some-owner/lens' }
    const found = (part: Partial<ResolvedComfyNode>) =>
      unlistedRepositories([used('A', recorded, { status: 'found', ...part })]).length
    assert.equal(found({ reason: 'popularity' }), 1)
    assert.equal(found({ reason: 'recorded_repository', notices: ['recorded_other_repository'] }), 1)
    assert.equal(found({ reason: 'recorded_repository' }), 0)
    assert.equal(found({ reason: 'popularity', notices: ['recorded_node_banned'] }), 0)
    assert.equal(found({ status: 'built_in' }), 0)
  })
})
