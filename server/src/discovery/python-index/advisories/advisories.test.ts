import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, before, describe, it } from 'node:test'
import { planInstallation } from '@nodeyard/contract/discovery'
import { listRequirementAdvisories } from '@nodeyard/contract/packs'
import { buildZip } from '../../../../../analysis/src/archive/zip-builder.test-support.ts'
import { readRequirement } from '../../../../../analysis/src/requirements/requirement.ts'
import { testPublisher } from '../../../../test/publishing.ts'
import { useWorld } from '../../../../test/world.ts'
import { importAdvisories } from './import.ts'
import { judgeRequirement } from './judge.ts'
import { readOsvRecord } from './osv.ts'

const holder = useWorld()
let folder: string
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'nodeyard-osv-'))
})
after(() => rm(folder, { recursive: true }))

interface Part {
  name?: string
  events?: object[]
  versions?: string[]
}

const record = (id: string, { name = 'pillow', events = [], versions }: Part = {}, part: object = {}) => ({
  schema_version: '1.7.0',
  id,
  modified: '2026-04-01T00:00:00Z',
  aliases: [`CVE-of-${id}`],
  summary: `Problem ${id}`,
  affected: [
    {
      package: { ecosystem: 'PyPI', name },
      ...(events.length > 0 ? { ranges: [{ type: 'ECOSYSTEM', events }] } : {}),
      ...(versions ? { versions } : {}),
    },
  ],
  database_specific: { severity: 'HIGH' },
  ...part,
})

function judge(requirement: string, part: Part) {
  const read = readRequirement(requirement)
  const [advisory] = readOsvRecord(record('A-1', part)) ?? []
  assert.ok('requirement' in read && advisory)
  const { onlyAffected, fixed } = judgeRequirement(read.requirement.specifiers, advisory)
  return onlyAffected ? (fixed ?? 'no fix') : 'avoidable'
}

describe('a requirement', () => {
  const early = { events: [{ introduced: '0' }, { fixed: '10.2.0' }] }
  const twice = {
    events: [{ introduced: '1.0' }, { fixed: '1.0.9' }, { introduced: '1.1' }, { fixed: '1.1.4' }],
  }
  const cases: [requirement: string, part: Part, verdict: string][] = [
    ['pillow==10.0.0', early, '10.2.0'],
    ['pillow==10.2.0', early, 'avoidable'],
    ['pillow', early, 'avoidable'],
    ['pillow>=9', early, 'avoidable'],
    ['pillow<10', early, '10.2.0'],
    ['pillow<=10.2.0', early, 'avoidable'],
    ['pillow<10.2.0', early, '10.2.0'],
    ['pillow~=10.1.0', early, '10.2.0'],
    ['pillow~=10.0', early, 'avoidable'],
    ['pillow==10.1.*', early, '10.2.0'],
    ['pillow>=9,<10', early, '10.2.0'],
    ['pillow==1.0.3', twice, '1.0.9'],
    ['pillow==1.1.0', twice, '1.1.4'],
    ['pillow>=1.0,<1.1', twice, 'avoidable'],
    ['pillow==0.9', twice, 'avoidable'],
    ['pillow<=1.0', twice, 'avoidable'],
    ['pillow', { events: [{ introduced: '0' }] }, 'no fix'],
    ['pillow<=2', { events: [{ introduced: '0' }, { last_affected: '2.0' }] }, 'no fix'],
    ['pillow<3', { events: [{ introduced: '0' }, { last_affected: '2.0' }] }, 'avoidable'],
    ['pillow==1.5', { versions: ['1.4', '1.5'] }, 'no fix'],
    ['pillow==1.6', { versions: ['1.4', '1.5'] }, 'avoidable'],
    ['pillow<1.6', { versions: ['1.4', '1.5'] }, 'avoidable'],
    ['pillow==1.5', { events: [{ introduced: 'nonsense' }, { fixed: '2' }] }, 'avoidable'],
    ['pillow<1,>2', early, 'avoidable'],
  ]
  for (const [requirement, part, verdict] of cases) {
    it(`${requirement} against ${JSON.stringify(part.events ?? part.versions)} is ${verdict}`, () =>
      assert.equal(judge(requirement, part), verdict))
  }
})

async function publishedWith(dependency: string) {
  const { world } = holder
  const publisher = await testPublisher(world)
  const id = `${publisher.id}-blur`
  await publisher.publish({ id, files: { 'requirements.txt': `${dependency}\n` } })
  const list = () =>
    world.anonymous.call(listRequirementAdvisories, { params: { nodeId: id, version: '1.0.0' } })
  return { id, list }
}

async function importText(name: string, content: string | Uint8Array) {
  const path = join(folder, name)
  await writeFile(path, content)
  const said: string[] = []
  return { ...(await importAdvisories(holder.world.deps, path, (line) => said.push(line))), said }
}

describe('advisories of Python packages', () => {
  it('are shown where a requirement cannot avoid them', async () => {
    const { id, list } = await publishedWith('Torch_Thing==1.5.0')
    assert.equal((await list()).imported_at, undefined)
    const events = [{ introduced: '1.0' }, { fixed: '1.6.0' }]
    const imported = await importText(
      'one.json',
      JSON.stringify(record('GHSA-1', { name: 'torch.thing', events })),
    )
    assert.deepEqual([imported.read, imported.stored], [1, 1])
    const { advisories } = await list()
    assert.deepEqual(advisories, [
      {
        id: 'GHSA-1',
        aliases: ['CVE-of-GHSA-1'],
        summary: 'Problem GHSA-1',
        severity: 'high',
        package: 'torch-thing',
        requirement: 'Torch_Thing==1.5.0',
        file: 'requirements.txt',
        line: 1,
        fixed: '1.6.0',
      },
    ])
    const plan = await holder.world.anonymous.call(planInstallation, {
      body: { packs: [{ node_id: id }], machine: { python: '3.12', os: 'linux' } },
    })
    assert.deepEqual(plan.advisories, [{ node_id: id, version: '1.0.0', advisories }])
  })

  it('are listed once when two databases have them, and never when withdrawn', async () => {
    const { list } = await publishedWith('doubled==1.0')
    const part = { name: 'doubled', events: [{ introduced: '0' }] }
    const records = [
      record('GHSA-2', part, { aliases: ['CVE-2', 'PYSEC-2'] }),
      record('PYSEC-2', part, { aliases: ['CVE-2'] }),
      record('GHSA-3', part, { withdrawn: '2026-04-02T00:00:00Z' }),
    ]
    await importText('list.json', JSON.stringify(records))
    assert.deepEqual(
      (await list()).advisories.map(({ id }) => id),
      ['GHSA-2'],
    )
  })

  it('are replaced by newer records, and not by older ones', async () => {
    const { list } = await publishedWith('changing==1.0')
    const at = (modified: string, fixed: string) =>
      record('GHSA-4', { name: 'changing', events: [{ introduced: '0' }, { fixed }] }, { modified })
    for (const one of [
      at('2026-04-02T00:00:00Z', '2.0'),
      at('2026-04-03T00:00:00Z', '3.0'),
      at('2026-04-01T00:00:00Z', '1.0'),
    ])
      await importText('changing.json', JSON.stringify(one))
    assert.deepEqual(
      (await list()).advisories.map(({ fixed }) => fixed),
      ['3.0'],
    )
  })

  it('come from a zip file, a folder and an address, and say what they cannot read', async () => {
    const zip = buildZip({
      entries: [
        { name: 'PyPI/GHSA-5.json', data: JSON.stringify(record('GHSA-5', { versions: ['1'] })) },
        { name: 'PyPI/broken.json', data: '{' },
        { name: 'npm/GHSA-6.json', data: JSON.stringify({ ...record('GHSA-6'), affected: [] }) },
        { name: 'README.md', data: 'All of them.' },
      ],
    })
    const counts = { read: 1, others: 1, unreadable: 1 }
    const { stored, said, ...rest } = await importText('all.zip', zip)
    assert.deepEqual([rest, stored, said], [counts, 1, ['Not read: PyPI/broken.json is no OSV record.']])
    const server = createServer((_, response) => response.end(zip))
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const url = `http://127.0.0.1:${port}/all.zip`
    const fetched = await importAdvisories(holder.world.deps, url, () => {})
    server.close()
    assert.deepEqual(fetched, { ...counts, stored: 1 })
    const inFolder = await importAdvisories(holder.world.deps, folder, () => {})
    assert.ok(inFolder.read >= 5)
  })
})
