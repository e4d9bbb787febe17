// The site, the program, plans and agents install the same versions and commits for a workflow.
import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { before, describe, it } from 'node:test'
import { type InstallationPlan, planInstallation } from '@nodeyard/contract/discovery'
import { registryAt, unclaimedPublisherId } from '@nodeyard/contract/ground'
import { cloneCommands, usualPlace } from '@nodeyard/planning/commands'
import { neededNodes } from '@nodeyard/planning/needed'
import { resolveWorkflow } from '@nodeyard/planning/resolve'
import { toBody, toWanted, usualSettings } from '@nodeyard/planning/wanted'
import { resolveForAgent } from '../agents/src/workflow.ts'
import { Chance } from '../bench/data/chance.ts'
import { folderWith, Terminal } from '../cli/src/run.test-support.ts'
import { useWorld } from '../server/test/world.ts'
import { archivesCommand, clonedPacks } from '../web/src/public/resolve/commands.ts'

const holder = useWorld()
const packCount = 6
const workflowCount = 120
const commitOf = (pack: number, at: number) => `${pack}${at}`.padEnd(40, 'c')
/** Versions of some packs were set by commits that have been read. */
const versionCommitOf = (pack: number, at: number) =>
  pack % 3 === 0 ? commitOf(pack, at) : `${pack}${at}`.padEnd(40, 'd')
const dateOf = (pack: number, at: number) => new Date(Date.UTC(2026, pack % 2 === 0 ? at : 12 - at))
const names = (pack: number, kind: string, until: number) =>
  Array.from({ length: until }, (_, at) => `${kind}${pack}Node${at}`)

/** Packs with versions, and packs that only their repositories offer, whose nodes come and go. */
async function givePacks(): Promise<void> {
  const { given } = holder.world
  for (let pack = 0; pack < packCount; pack += 1) {
    await given.node({ id: `published-${pack}` })
    for (const at of [1, 2, 3]) {
      const { id } = await given.version({ node_id: `published-${pack}`, version: `${at}.${pack * 5}.0` })
      for (const name of names(pack, 'P', at + 1).slice(at === 3 ? 1 : 0))
        await given.comfyNode({ version_id: id, name })
    }
    const repository_url = `https://github.com/acme/Read-${pack}`
    await given.node({
      id: `read-${pack}`,
      publisher_id: unclaimedPublisherId,
      repository_url,
      repository_key: repository_url.slice(8).toLowerCase(),
    })
    for (const at of [1, 2, 3])
      await given.reading(
        {
          node_id: `read-${pack}`,
          commit_id: commitOf(pack, at),
          committed_at: dateOf(pack, at),
          repository_url,
          versions: JSON.stringify(
            [3, 2, 1].map((one) => ({
              version: `1.${one}.0`,
              commit: versionCommitOf(pack, one),
              at: dateOf(pack, one),
            })),
          ),
        },
        names(pack, 'R', at + 1).map((name) => ({ name })),
      )
  }
}

/** A workflow with recorded versions and commits, forks, unlisted repositories, subgraphs, and muted nodes. */
function workflowOf(random: Chance): object {
  // Few packs, because workflows use several nodes of each.
  const packs = [random.below(packCount), random.below(packCount)]
  const node = (id: number) => {
    const pack = random.pick(packs)
    const isPublished = random.below(2) === 0
    const name = random.pick(names(pack, isPublished ? 'P' : 'R', 4))
    const mode = random.below(8) === 0 ? 4 : 0
    const ver = isPublished
      ? random.pick(['', ...[1, 2, 3, 1, 2, 3].map((one) => `${one}.${pack * 5}.0`), '9.9.9', 'a'.repeat(40)])
      : random.pick([
          '',
          ...[1, 2, 3, 1, 2, 3].map((one) => commitOf(pack, one)),
          'f'.repeat(40),
          ...['1.0.0', '1.1.0', 'v1.2', '1.3.0'],
          'nightly',
        ])
    const origin = random.pick([
      {},
      { cnr_id: isPublished ? `published-${pack}` : `read-${pack}` },
      { cnr_id: isPublished ? `published-${pack}` : `read-${pack}` },
      { aux_id: `acme/Read-${pack}` },
      { aux_id: `stranger/Read-${pack}` },
      { aux_id: `stranger/unlisted-${pack}` },
    ])
    return { id, mode, type: name, properties: { ...origin, ...(ver ? { ver } : {}) } }
  }
  const some = () => Array.from({ length: 1 + random.below(8) }, (_, id) => node(id))
  const id = '00000000-0000-4000-8000-00000000000a'
  const subgraphs = random.below(3) === 0 ? [{ id, nodes: some(), links: [] }] : []
  return {
    nodes: [...some(), ...subgraphs.map((one) => ({ id: 99, type: one.id, mode: 0 }))],
    links: [],
    definitions: { subgraphs },
  }
}

type Choice = Record<string, string>
const sorted = (choice: Choice): Choice => Object.fromEntries(Object.entries(choice).sort())

/** Reads the versions and commits from the commands on the page. */
function choiceOfPage(resolved: Awaited<ReturnType<typeof resolveWorkflow>>): Choice {
  const needed = neededNodes(resolved.comfyNodes.filter(({ isInactive }) => !isInactive))
  const archives = archivesCommand(needed, 'nodeyard')?.split(' ').slice(2) ?? []
  const clones = cloneCommands(usualPlace, clonedPacks(needed))?.join('\n') ?? ''
  return sorted({
    ...Object.fromEntries(archives.map((one) => one.split('@') as [string, string])),
    ...Object.fromEntries(
      [...clones.matchAll(/git -C custom_nodes\/(\S+) checkout --quiet (\w+)/g)].map(
        ([, folder = '', commit = '']) => [folder.toLowerCase(), commit],
      ),
    ),
  })
}

const choiceOfPlan = ({ packs }: InstallationPlan): Choice =>
  sorted(
    Object.fromEntries(packs.map(({ node_id = '', version, commit = '' }) => [node_id, version ?? commit])),
  )

interface Found {
  packs: {
    node_id?: string
    pack?: string
    version?: string
    commit?: string
    install: { commit?: string }
  }[]
}

const choiceOfList = ({ packs }: Found): Choice =>
  sorted(
    Object.fromEntries(
      packs.map(({ node_id, pack, version, commit, install }) => [
        node_id ?? pack,
        version ?? commit ?? install.commit ?? '',
      ]),
    ),
  )

describe('the choice of versions and commits', () => {
  before(givePacks)

  it(`is the same on the page, in the program, in plans and for agents, for ${workflowCount} workflows`, async () => {
    const url = await holder.world.listen()
    const registry = registryAt(url, fetch)
    const terminal = new Terminal({ NODEYARD_REGISTRY: url })
    const folder = await folderWith({})
    const random = new Chance(48)
    const seen = { replaced: 0, commits: 0, versions: 0, unlisted: 0 }
    for (let at = 0; at < workflowCount; at += 1) {
      const workflow = JSON.stringify(workflowOf(random))
      const file = join(folder, `${at}.json`)
      await writeFile(file, workflow)
      const resolved = await resolveWorkflow(registry, [workflow])
      const wanted = toWanted(resolved)
      const page = choiceOfPage(resolved)
      const plan = await registry.call(planInstallation, { body: toBody(wanted, usualSettings) })
      assert.deepEqual(choiceOfPlan(plan), page, workflow)
      if (wanted.packs.length > 0) {
        const { stdout } = await terminal.run('plan', file, '--json')
        assert.deepEqual(choiceOfPlan(JSON.parse(stdout)), page, workflow)
      }
      const { stdout } = await terminal.run('resolve', file, '--json')
      const isActive = (id: string) => id in page
      const active = (found: Found): Choice =>
        Object.fromEntries(Object.entries(choiceOfList(found)).filter(([id]) => isActive(id)))
      assert.deepEqual(active(JSON.parse(stdout)), page, workflow)
      assert.deepEqual(active((await resolveForAgent(registry, workflow, {})) as Found), page, workflow)
      const notices = resolved.comfyNodes.flatMap((one) => one.notices)
      seen.replaced += Number(notices.includes('recorded_version_replaced'))
      seen.commits += Number(Object.values(page).some((one) => one.length === 40))
      seen.versions += Number(Object.values(page).some((one) => one.length < 40))
      seen.unlisted += wanted.unlisted?.length ?? 0
    }
    for (const [what, count] of Object.entries(seen)) assert.ok(count >= 10, `${what}: ${count}`)
  })
})
