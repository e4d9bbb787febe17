import { performance } from 'node:perf_hooks'
import type { IndexedPackage } from '@nodeyard/analysis/requirements'
import { checkRequirements, type RequirementCheck } from '@nodeyard/contract/packs'
import { publishSlice } from '../server/src/discovery/python-index/publish.ts'
import { World } from '../server/test/world.ts'
import { Chance } from './data/chance.ts'
import type { Finding } from './report.ts'

const packageCount = 2000
const packCount = 300
const chosenPacks = 60
const plans = 200
const promisedMs = 300

/** Measures planning 60 packs over a generated slice, through the API. */
export async function measureResolve(): Promise<Finding> {
  const world = await World.open()
  const { times, verdicts } = await planOften(world).finally(() => world.close())
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => Math.round(sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN)
  return {
    name: 'resolve',
    title: `Planning ${chosenPacks} packs over ${packageCount} packages`,
    columns: ['measured', 'first', 'p50', 'p95', 'longest', ...verdicts.keys()],
    rows: [
      ['milliseconds; plans', Math.round(times[0] ?? 0), at(0.5), at(0.95), at(1), ...verdicts.values()],
    ],
    gates: [{ label: 'p95 of a plan in milliseconds', value: at(0.95), atMost: promisedMs }],
  }
}

async function planOften(
  world: World,
): Promise<{ times: number[]; verdicts: Map<RequirementCheck['verdict'], number> }> {
  const chance = new Chance(11)
  const below = (limit: number) => chance.below(limit)
  const packages = makePackages(below)
  await publishSlice(world.deps, { packages, readAt: world.now() })
  const ids: string[] = []
  for (let i = 0; i < packCount; i++) {
    const { id } = await world.given.node()
    await world.given.version({ node_id: id, version: '1.0.0', dependencies: makePack(packages, below) })
    ids.push(id)
  }
  const times: number[] = []
  const verdicts = new Map<RequirementCheck['verdict'], number>()
  for (let i = 0; i < plans; i++) {
    const chosen = new Set<string>()
    while (chosen.size < chosenPacks) chosen.add(ids[below(ids.length)] ?? '')
    const nodes = [...chosen].map((node_id) => ({ node_id }))
    const started = performance.now()
    const { verdict } = await world.anonymous.call(checkRequirements, {
      body: { nodes, machine: { python: '3.12', os: 'linux' } },
    })
    times.push(performance.now() - started)
    verdicts.set(verdict, (verdicts.get(verdict) ?? 0) + 1)
    // The limit of checks in a minute.
    world.advance(2000)
  }
  return { times, verdicts }
}

type Below = (limit: number) => number

/** Packages require those before them; a few are required by most, as with NumPy. */
function makePackages(below: Below): IndexedPackage[] {
  const packages: IndexedPackage[] = []
  for (let i = 0; i < packageCount; i++) {
    const targets = i < 20 ? [] : Array.from({ length: below(9) }, () => packages[below(below(i) + 1)])
    const count = 10 + below(90)
    const versions = Array.from({ length: count }, (_, place) => {
      const age = place / count
      const requires = targets.flatMap((target) => (target ? [lineOn(target, age)] : []))
      return {
        version: `${Math.floor(place / 10)}.${place % 10}.0`,
        requires,
        hasSource: true,
        uploadedAt: '2026-01-01T00:00:00Z',
      }
    })
    packages.push({ name: `lib-${i}`, versions })
  }
  return packages.toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** Newer versions ask for newer ones, in steps, as releases do. */
function lineOn({ name, versions }: IndexedPackage, age: number): string {
  const least = versions[Math.floor((Math.floor(age * 5) / 8) * versions.length)]?.version ?? '0'
  return `${name}>=${least}`
}

function makePack(packages: readonly IndexedPackage[], below: Below): string[] {
  return Array.from({ length: 2 + below(14) }, () => {
    const { name, versions } = packages[below(below(packages.length) + 1)] as IndexedPackage
    const version = versions[below(versions.length)]?.version ?? '0'
    const kind = below(60)
    return kind === 0 ? `${name}<${version}` : kind < 20 ? `${name}>=${version}` : name
  })
}
