import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { type BodyOf, defined, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { findProviders, identifyNodes } from '@nodeyard/contract/packs'
import { useWorld } from '../../../test/world.ts'

const holder = useWorld()

type Requested = BodyOf<typeof findProviders>['comfy_nodes'][number]

async function resolve(...comfy_nodes: Requested[]) {
  const { anonymous } = holder.world
  const answer = await anonymous.call(findProviders, { body: { comfy_nodes } })
  return answer.comfy_nodes.map(({ provider, reason, status, notices, alternatives }) => ({
    status,
    ...(provider ? { from: [provider.node_id, provider.version?.version].filter(Boolean).join('@') } : {}),
    ...defined({ reason }),
    ...(notices.length > 0 ? { notices } : {}),
    ...(alternatives.length > 0 ? { others: alternatives.map(({ node_id }) => node_id) } : {}),
  }))
}

/** Each as a workflow of its own. */
const resolveEach = async (...each: Requested[]) =>
  (await Promise.all(each.map((one) => resolve(one)))).flat()

async function pack(id: string, versions: Record<string, string[]>, part: object = {}) {
  const { given } = holder.world
  await given.node({ id, ...part })
  for (const [version, names] of Object.entries(versions)) {
    const { id: version_id } = await given.version({ node_id: id, version })
    for (const name of names) await given.comfyNode({ version_id, name })
  }
}

describe('resolving a workflow', () => {
  it("follows the workflow's record, down to the version", async () => {
    await pack('alpha', { '1.0.0': ['Old', 'Both'], '2.0.0': ['Both', 'New'] })
    await pack('beta', { '1.0.0': ['Both'] }, { downloads: 1000 })
    assert.deepEqual(
      await resolveEach(
        { comfy_node_name: 'Both', node_id: 'ALPHA', version: '1.0.0' },
        { comfy_node_name: 'Old', node_id: 'alpha', version: '1.0.0' },
        { comfy_node_name: 'Both', node_id: 'alpha', version: 'v2' },
        { comfy_node_name: 'Both', node_id: 'alpha', version: '0123abc' },
        { comfy_node_name: 'New', node_id: 'alpha', version: '1.0.0' },
        { comfy_node_name: 'Both', node_id: 'alpha' },
      ),
      [
        { status: 'found', from: 'alpha@1.0.0', reason: 'recorded_version', others: ['beta'] },
        { status: 'found', from: 'alpha@1.0.0', reason: 'recorded_version' },
        { status: 'found', from: 'alpha@2.0.0', reason: 'recorded_version', others: ['beta'] },
        {
          status: 'found',
          from: 'alpha@2.0.0',
          reason: 'recorded_node',
          notices: ['recorded_version_unknown'],
          others: ['beta'],
        },
        {
          status: 'found',
          from: 'alpha@2.0.0',
          reason: 'recorded_node',
          notices: ['not_in_recorded_version'],
        },
        { status: 'found', from: 'alpha@2.0.0', reason: 'recorded_node', others: ['beta'] },
      ],
    )
  })

  it('gives all nodes of a pack one version: the newest recorded one with most of them', async () => {
    await pack('lambda', {
      '1.0.0': ['A', 'Gone'],
      '1.2.0': ['A', 'B'],
      '1.10.0': ['A', 'B'],
      '2.0.0': ['A', 'B', 'C'],
    })
    const at = (comfy_node_name: string, version?: string) => ({
      comfy_node_name,
      node_id: 'lambda',
      ...defined({ version }),
    })
    const versions = async (...asked: Requested[]) =>
      (await resolve(...asked)).map(({ from, reason, notices = [] }) => [from, reason, ...notices].join(' '))
    const replaced = 'recorded_node recorded_version_replaced'
    assert.deepEqual(await versions(at('A', '1.2.0'), at('B', '1.10.0'), at('A')), [
      `lambda@1.10.0 ${replaced}`,
      'lambda@1.10.0 recorded_version',
      'lambda@1.10.0 recorded_node',
    ])
    assert.deepEqual(await versions(at('A', '1.2.0'), at('C', '1.10.0')), [
      `lambda@2.0.0 ${replaced}`,
      'lambda@2.0.0 recorded_node not_in_recorded_version',
    ])
    assert.deepEqual(await versions(at('A', '1.2.0'), at('Gone', '1.0.0')), [
      `lambda@1.0.0 ${replaced}`,
      'lambda@1.0.0 recorded_version',
    ])
  })

  it('names the recorded commit that has most of the used nodes, and says which was replaced', async () => {
    const { given } = holder.world
    const [old, next, current] = ['1', '2', '3'].map((digit) => digit.repeat(40))
    const repository_url = 'https://github.com/acme/read-pack'
    await given.node({
      id: 'read-pack',
      publisher_id: unclaimedPublisherId,
      repository_url,
      repository_key: 'github.com/acme/read-pack',
    })
    for (const [day, commit_id, names] of [
      [1, old, ['RA']],
      [2, next, ['RA', 'RB']],
      [3, current, ['RA', 'RB', 'RC']],
    ] as const)
      await given.reading(
        {
          node_id: 'read-pack',
          repository_url,
          ...defined({ commit_id }),
          committed_at: new Date(Date.UTC(2026, 0, day)),
          traits: { has_requirements: day === 2 },
        },
        names.map((name) => ({ name })),
      )
    const at = (comfy_node_name: string, version = '') => ({ comfy_node_name, node_id: 'read-pack', version })
    const { anonymous } = holder.world
    const commits = async (...comfy_nodes: Requested[]) =>
      (await anonymous.call(findProviders, { body: { comfy_nodes } })).comfy_nodes.map(
        ({ provider, notices }) =>
          [provider?.install.commit?.[0], provider?.install.has_requirements, ...notices].join(' '),
      )
    assert.deepEqual(await commits(at('RA', old), at('RB', next)), [
      '2 true recorded_version_replaced',
      '2 true',
    ])
    assert.deepEqual(await commits(at('RA', next), at('RC', next)), [
      '3 false recorded_version_unknown',
      '3 false recorded_version_unknown',
    ])
    assert.deepEqual(await commits(at('RA', 'f'.repeat(40))), ['3 false recorded_version_unknown'])
    assert.deepEqual(await commits(at('RA', old)), ['1 false'])
  })

  it('warns of a wrong record, and keeps a recorded node whose code does not show the name', async () => {
    await pack('gamma', { '1.0.0': ['Blur'] })
    await holder.world.given.node({ id: 'banished', status: 'banned' })
    assert.deepEqual(
      await resolve(
        { comfy_node_name: 'Blur', node_id: 'no-such-node', version: '1.0.0' },
        { comfy_node_name: 'Blur', node_id: 'banished' },
        { comfy_node_name: 'Blur', node_id: 'alpha', version: '2.0.0' },
        { comfy_node_name: 'Nobody has it', node_id: 'alpha' },
      ),
      [
        { status: 'unknown', notices: ['recorded_node_unknown'], others: ['gamma'] },
        { status: 'found', from: 'gamma@1.0.0', reason: 'only_provider', notices: ['recorded_node_banned'] },
        {
          status: 'found',
          from: 'alpha@2.0.0',
          reason: 'recorded_node',
          notices: ['not_in_recorded_node'],
          others: ['gamma'],
        },
        { status: 'found', from: 'alpha@2.0.0', reason: 'recorded_node', notices: ['not_in_recorded_node'] },
      ],
    )
  })

  it('takes another pack for an unknown record only if an owner or a name is the same', async () => {
    const { given } = holder.world
    await pack('ComfyUI-Dew', { '1.0.0': ['Dew'] }, { github_stars: 3 })
    await pack(
      'famous-fog',
      { '1.0.0': ['Dew', 'Mark: Dew', 'Mark: Fog', 'Mark: Rain'] },
      { github_stars: 900 },
    )
    const repository_key = 'github.com/ann/fog-nodes'
    const mist = await given.node({ id: 'mist-nodes', repository_key, publisher_id: unclaimedPublisherId })
    await given.reading({ node_id: mist.id }, [{ name: 'Mist' }])
    const from = async (comfy_node_name: string, recorded: Omit<Requested, 'comfy_node_name'>) => {
      const [found] = await resolve({ comfy_node_name, ...recorded })
      return found?.from ?? found?.others
    }
    assert.equal(await from('Dew', {}), 'famous-fog@1.0.0')
    assert.equal(await from('Dew', { repository: 'ann/Dew' }), 'ComfyUI-Dew@1.0.0')
    assert.deepEqual(await from('Dew', { repository: 'ann/Rain' }), ['famous-fog', 'ComfyUI-Dew'])
    assert.equal(await from('Mark: New', { repository: 'ann/Rain' }), undefined)
    assert.match(String(await from('Mist', { repository: 'ann/old-name' })), /^mist-nodes/)
    assert.equal(await from('Dew', { node_id: 'pr-dew-2' }), 'ComfyUI-Dew@1.0.0')
    for (const id of ['rain-nodes', 'rain-dew', 'dew-rain'])
      assert.deepEqual(await from('Dew', { node_id: id }), ['famous-fog', 'ComfyUI-Dew'], id)
    const [one, other] = await resolve(
      { comfy_node_name: 'Dew', node_id: 'pr-dew-2', repository: 'ann/Rain' },
      { comfy_node_name: 'Dew', node_id: 'pr-dew-2' },
    )
    assert.deepEqual([one?.status, other?.status], ['unknown', 'unknown'])
  })

  it('ranks by preempted name, rank, downloads and age without a record', async () => {
    await pack('delta', { '1.0.0': ['Claimed', 'Ranked', 'Used', 'Aged'] }, { created_at: new Date(1e12) })
    await pack('epsilon', { '1.0.0': ['Claimed'] }, { preempted_comfy_node_names: ['Claimed'] })
    await pack('zeta', { '1.0.0': ['Ranked'] }, { search_ranking: 1 })
    await pack('eta', { '1.0.0': ['Used'] }, { github_stars: 5 })
    await pack('theta', { '1.0.0': ['Aged'] })
    const names = ['Claimed', 'Ranked', 'Used', 'Aged'].map((comfy_node_name) => ({ comfy_node_name }))
    const alone = await Promise.all(names.map((name) => resolve(name)))
    assert.deepEqual(alone.flat(), [
      { status: 'found', from: 'epsilon@1.0.0', reason: 'preempted', others: ['delta'] },
      { status: 'found', from: 'zeta@1.0.0', reason: 'ranking', others: ['delta'] },
      { status: 'found', from: 'eta@1.0.0', reason: 'popularity', others: ['delta'] },
      { status: 'found', from: 'delta@1.0.0', reason: 'older', others: ['theta'] },
    ])
  })

  it('prefers a pack with the name of the node to others of the same order of popularity', async () => {
    await pack('imgmake', { '1.0.0': ['SaveImagePlus', 'Famous'] }, { github_stars: 17 })
    await pack('ComfyUI-SaveImage-Plus', { '1.0.0': ['SaveImagePlus'] }, { github_stars: 14 })
    await pack('famous', { '1.0.0': ['Famous'] }, { github_stars: 0 })
    assert.deepEqual(await resolve({ comfy_node_name: 'SaveImagePlus' }), [
      { status: 'found', from: 'ComfyUI-SaveImage-Plus@1.0.0', reason: 'pack_name', others: ['imgmake'] },
    ])
    assert.deepEqual(await resolve({ comfy_node_name: 'Famous' }), [
      { status: 'found', from: 'imgmake@1.0.0', reason: 'popularity', others: ['famous'] },
    ])
  })

  it('marks names from an import and ranks them after extracted ones', async () => {
    const { given } = holder.world
    await given.node({ id: 'listed', publisher_id: unclaimedPublisherId, github_stars: 9000 })
    for (const name of ['Said', 'Read']) await given.hint('listed', name)
    await pack('iota', { '1.0.0': ['Read'] })
    assert.deepEqual(await resolve({ comfy_node_name: 'Said' }, { comfy_node_name: 'Read' }), [
      { status: 'found', from: 'listed', reason: 'only_provider', notices: ['unverified'] },
      { status: 'found', from: 'iota@1.0.0', reason: 'verified', others: ['listed'] },
    ])
  })

  it('finds a node by its recorded repository', async () => {
    const { given } = holder.world
    await given.node({
      id: 'kappa',
      publisher_id: unclaimedPublisherId,
      repository_url: 'https://github.com/Some/Kappa',
      repository_key: 'github.com/some/kappa',
    })
    assert.deepEqual(await resolve({ comfy_node_name: 'Anything', repository: 'some/kappa' }), [
      { status: 'found', from: 'kappa', reason: 'recorded_repository', notices: ['unverified'] },
    ])
  })

  it("skips the tool's own comfy-nodes and reports unknown names", async () => {
    assert.deepEqual(await resolve({ comfy_node_name: 'KSampler' }, { comfy_node_name: 'Zork' }), [
      { status: 'built_in' },
      { status: 'unknown' },
    ])
    assert.deepEqual(await resolve(), [])
  })

  it("gives the tool's own names to no node that the workflow did not record", async () => {
    await pack('stranger', { '1.0.0': ['KSampler', 'StringFormat'] }, { downloads: 10_000 })
    assert.deepEqual(
      await resolve(
        { comfy_node_name: 'StringFormat' },
        { comfy_node_name: 'KSampler', node_id: 'some-pack' },
        { comfy_node_name: 'BrandNew', node_id: 'comfy-core' },
        { comfy_node_name: 'workflow>mine' },
        { comfy_node_name: 'LoadImage', node_id: 'stranger' },
        { comfy_node_name: 'StringFormat', node_id: 'stranger' },
      ),
      [
        ...Array.from({ length: 5 }, () => ({ status: 'built_in' })),
        { status: 'found', from: 'stranger@1.0.0', reason: 'recorded_node' },
      ],
    )
    const { comfy_nodes } = await holder.world.anonymous.call(findProviders, {
      body: { comfy_nodes: [{ comfy_node_name: 'StringFormat' }] },
    })
    assert.deepEqual(comfy_nodes[0]?.tool, { since: '0.23.0' })
  })

  it('matches recorded ids with the names of repositories', async () => {
    const { given } = holder.world
    const listed = (id: string, repository: string) =>
      given.node({
        id,
        publisher_id: unclaimedPublisherId,
        repository_url: `https://github.com/${repository}`,
        repository_key: `github.com/${repository.toLowerCase()}`,
      })
    await listed('short', 'Ttl/ComfyUi_NNLatentUpscale')
    await listed('popular', 'someone/else')
    await given.hint('popular', 'NNLatentUpscale')
    await listed('pose', 'westNeighbor/ComfyUI-ultimate-openpose-editor')
    const under = { reason: 'recorded_repository', notices: ['recorded_under_repository_name', 'unverified'] }
    assert.deepEqual(
      await resolve(
        { comfy_node_name: 'NNLatentUpscale', node_id: 'comfyui_nnlatentupscale' },
        { comfy_node_name: 'Editor', node_id: 'westNeighbor_ComfyUI-ultimate-openpose-editor' },
        { comfy_node_name: 'Editor', node_id: 'westneighbor/comfyui-ultimate-openpose-editor' },
        { comfy_node_name: 'Editor', repository: 'forker/ComfyUI-ultimate-openpose-editor' },
      ),
      [
        { status: 'found', from: 'short', ...under, others: ['popular'] },
        { status: 'found', from: 'pose', ...under },
        { status: 'found', from: 'pose', reason: 'recorded_repository', notices: ['unverified'] },
        {
          status: 'found',
          from: 'pose',
          reason: 'recorded_repository',
          notices: ['recorded_other_repository', 'unverified'],
        },
      ],
    )
  })

  it('prefers nodes that the workflow needs anyway, but no unknown copy of well-known ones', async () => {
    await pack('singer', { '1.0.0': ['OnlySinger', 'Voice', 'Pitch'] }, { github_stars: 30 })
    await pack('suite', { '1.0.0': ['Voice', 'Pitch'] }, { github_stars: 500 })
    const named = (...names: string[]) => names.map((comfy_node_name) => ({ comfy_node_name }))
    assert.deepEqual(
      (await resolve(...named('Voice', 'OnlySinger', 'Pitch'))).map(({ from, reason }) => [from, reason]),
      [
        ['singer@1.0.0', 'same_workflow'],
        ['singer@1.0.0', 'only_provider'],
        ['singer@1.0.0', 'same_workflow'],
      ],
    )
    await pack('famous-a', { '1.0.0': ['Detail'] }, { github_stars: 3000 })
    await pack('famous-b', { '1.0.0': ['Upscaled'] }, { github_stars: 2000 })
    await pack('copycat', { '1.0.0': ['Detail', 'Upscaled'] })
    assert.deepEqual(
      (await resolve(...named('Detail', 'Upscaled'))).map(({ from }) => from),
      ['famous-a@1.0.0', 'famous-b@1.0.0'],
    )
  })

  it('finds packs by the marks in names', async () => {
    const { given } = holder.world
    await given.node({
      id: 'rg',
      publisher_id: unclaimedPublisherId,
      repository_url: 'https://github.com/rgthree/rgthree-comfy',
      repository_key: 'github.com/rgthree/rgthree-comfy',
    })
    await given.node({
      id: 'lumen-manager',
      publisher_id: unclaimedPublisherId,
      repository_key: 'github.com/a/comfyui-lumen-manager',
    })
    await given.node({ id: 'copier', publisher_id: unclaimedPublisherId })
    await given.hint('copier', 'Seed (rgthree)')
    await pack('various', { '1.0.0': ['QQInteger', 'QQString', 'QQFloat'] })
    const by = { reason: 'name_pattern', notices: ['unverified'] }
    assert.deepEqual(
      await resolve(
        { comfy_node_name: 'Reroute (rgthree)' },
        { comfy_node_name: 'Seed (rgthree)' },
        { comfy_node_name: 'Stack (LumenManager)' },
        { comfy_node_name: 'QQIntegerAdd' },
        { comfy_node_name: '01234567-89ab-cdef-0123-456789abcdef', node_id: 'comfy-core' },
      ),
      [
        { status: 'found', from: 'rg', ...by },
        { status: 'found', from: 'rg', ...by, others: ['copier'] },
        { status: 'found', from: 'lumen-manager', ...by },
        {
          status: 'found',
          from: 'various@1.0.0',
          reason: 'name_pattern',
          notices: ['not_in_latest_version'],
        },
        { status: 'unknown', notices: ['missing_subgraph'] },
      ],
    )
  })

  it('prefers the pack that a list gives a name to over one whose name is only like its mark', async () => {
    const { given } = holder.world
    const listed = async (id: string, repository: string, ...names: string[]) => {
      const repository_key = `github.com/${repository}`
      await given.node({ id, publisher_id: unclaimedPublisherId, repository_key })
      for (const name of names) await given.hint(id, name)
    }
    await listed('erase-it', 'a/comfyui_erase_it', 'EraseIt')
    await listed('big-suite', 'b/big-suite', 'Cut (Erase It)')
    await listed('scripts', 'pythongosssss/comfyui-custom-scripts', 'ShowText|pysssss')
    await listed('tagger', 'pythongosssss/comfyui-tagger', 'Tagger|pysssss')
    await listed('copy', 'c/copy', 'Show|pysssss')
    await listed('mira', 'd/comfyui_miranda_nodes')
    await listed('bus', 'e/bus', 'Bus.TextBusNode', 'Bus.MaskBusNode', 'Bus.LatentBusNode')
    assert.deepEqual(
      (
        await resolve(
          { comfy_node_name: 'Cut (Erase It)' },
          { comfy_node_name: 'Paste (Erase It)' },
          { comfy_node_name: 'Tagger|pysssss' },
          { comfy_node_name: 'Show|pysssss' },
          { comfy_node_name: 'MirandaAnyBus_v2' },
          { comfy_node_name: 'MirasitAnyBusNode' },
        )
      ).map(({ from }) => from),
      ['big-suite', 'erase-it', 'tagger', 'scripts', 'mira', undefined],
    )
  })

  it('accepts unusual names and refuses too many or too long ones', async () => {
    const odd = ['a/b', "'; drop table nodes; --", '🎛️', 'x'.repeat(500)]
    assert.deepEqual(
      (await resolve(...odd.map((comfy_node_name) => ({ comfy_node_name })))).map(({ status }) => status),
      odd.map(() => 'unknown'),
    )
    const many = Array.from({ length: 1001 }, (_, at) => ({ comfy_node_name: `n${at}` }))
    await assert.rejects(resolve(...many), { status: 400 })
    await assert.rejects(resolve({ comfy_node_name: 'x'.repeat(501) }), { status: 400 })
  })
})

describe('identifying installed packs', () => {
  it('finds them by id, repository and folder, at the version that is installed', async () => {
    const { anonymous, given } = holder.world
    await given.node({
      id: 'lens',
      repository_key: 'github.com/opt/comfyui-lens-pack',
      repository_proof: 'claim',
    })
    await given.version({ node_id: 'lens', version: '1.0.0' })
    await given.version({ node_id: 'lens', version: '2.0.0' })
    await given.node({ id: 'lens-banned', status: 'banned' })
    const { nodes } = await anonymous.call(identifyNodes, {
      body: {
        nodes: [
          { node_id: 'LENS', version: '1.0.0' },
          { folder: 'ComfyUI_Lens-Pack.disabled', version: '9.9.9' },
          { folder: 'comfyui-lens-pack-main' },
          { repository: 'git@github.com:Opt/ComfyUI-Lens-Pack.git' },
          { node_id: 'opt/comfyui-lens-pack' },
          { node_id: 'lens-banned' },
          { folder: 'elsewhere' },
          {},
        ],
      },
    })
    assert.deepEqual(
      nodes.map(({ status, node_id, matched_by, has_version, provider }) =>
        [status, node_id, matched_by, has_version, provider?.version?.version]
          .filter((part) => part !== undefined)
          .join(' '),
      ),
      [
        'found lens id true 1.0.0',
        'found lens repository_name false 2.0.0',
        'found lens repository_name 2.0.0',
        'found lens repository 2.0.0',
        'found lens repository 2.0.0',
        'banned lens-banned',
        'unknown',
        'unknown',
      ],
    )
  })
})
