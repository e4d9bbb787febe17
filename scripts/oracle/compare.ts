import {
  Budget,
  ContradictionFinder,
  environmentOf,
  type Machine,
  type Outcome,
  type PackageIndex,
  readParticipants,
} from '@nodeyard/analysis/requirements'
import { indexOf as toIndex } from '../../analysis/src/requirements/solver/index.test-support.ts'
import { Chance } from '../../bench/data/chance.ts'
import type { Oracle } from './oracle.ts'
import { type MadeUp, type MadeUpSlice, makeSlice } from './slice.ts'

export const machine: Machine = { python: '3.11.9', os: 'linux', architecture: 'x86_64', accelerator: 'cpu' }
export const environment = environmentOf(machine)
const setsOfSlice = 100
const steps = 20_000_000

export interface Comparison {
  sets: number
  agreed: number
  /** Sets whose named packs alone are too long for the oracle. */
  givenUp: number
  conflicts: number
  /** Explanations that name a pack whose absence changes nothing. */
  notMinimal: number
  /** Sets that the oracle gave up. */
  undecided: number
  wrongPins: number
  differences: string[]
}

/** Solves random sets of 2 to 20 packs over made-up slices, here and with the oracle. */
export async function compareWithOracle(
  oracle: Oracle,
  { sets, seed }: { sets: number; seed: number },
): Promise<Comparison> {
  const result: Comparison = {
    sets,
    agreed: 0,
    givenUp: 0,
    conflicts: 0,
    notMinimal: 0,
    undecided: 0,
    wrongPins: 0,
    differences: [],
  }
  const random = new Chance(seed)
  let made = makeSlice(seed)
  for (let i = 0; i < sets; i++) {
    if (i % setsOfSlice === 0) {
      made = makeSlice(seed * 1000 + i)
      await oracle.ask({ kind: 'index', packages: made.packages })
    }
    await compareSet(oracle, made, pickPacks(random, made), result)
  }
  return result
}

function pickPacks(random: Chance, { packs }: MadeUp): Record<string, string[]> {
  const names = Object.keys(packs)
  const count = 2 + random.below(19)
  const chosen = new Set(Array.from({ length: count }, () => random.pick(names)))
  return Object.fromEntries([...chosen].map((name) => [name, packs[name] ?? []]))
}

async function compareSet(
  oracle: Oracle,
  { packages }: MadeUp,
  packs: Record<string, string[]>,
  result: Comparison,
): Promise<void> {
  const finder = finderOf(packages, packs)
  const outcome = finder.solve(Object.keys(packs))
  const ask = askAbout(oracle, packs)
  const answer = await ask(Object.keys(packs))
  const isRight =
    outcome.kind === 'solved'
      ? await keepsRequirements(oracle, packs, outcome, result)
      : outcome.kind === 'impossible' && (await isExplained(ask, finder, outcome, result))
  if (answer === null) result.undecided++
  // If the oracle gives up, its answers about the solution or the named packs decide.
  if (isRight && answer !== (outcome.kind !== 'solved')) result.agreed++
  else if (answer === null && isRight === null) result.givenUp++
  else result.differences.push(JSON.stringify({ oracle: answer, ours: outcome.kind, packs }))
}

type Ask = (ids: readonly string[]) => Promise<boolean | null>

/** Asks whether some of the packs are possible together; null if the oracle gives up. */
function askAbout(oracle: Oracle, packs: Record<string, string[]>): Ask {
  return async (ids) => {
    const some = Object.fromEntries(ids.map((id) => [id, packs[id] ?? []]))
    const { isPossible } = await oracle.ask<{ isPossible: boolean | null }>({
      kind: 'resolve',
      packs: some,
      environment,
    })
    return isPossible
  }
}

async function keepsRequirements(
  oracle: Oracle,
  packs: Record<string, string[]>,
  { pins }: Extract<Outcome, { kind: 'solved' }>,
  result: Comparison,
): Promise<boolean> {
  const byName = Object.fromEntries(pins.map(({ name, version }) => [name, version]))
  const faults = await oracle.ask<string[]>({ kind: 'check', packs, pins: byName, environment })
  if (faults.length > 0) result.wrongPins++
  return faults.length === 0
}

/** Whether the oracle finds the named packs impossible, too; null if it gives up. Counts those that could be left out. */
async function isExplained(
  ask: Ask,
  finder: ContradictionFinder,
  { leaves }: Extract<Outcome, { kind: 'impossible' }>,
  result: Comparison,
): Promise<boolean | null> {
  result.conflicts++
  const named = finder.reduce(leaves)?.participants ?? []
  const answers = await Array.fromAsync(named, (id) => ask(named.filter((one) => one !== id)))
  if (named.length === 0 || answers.includes(false)) result.notMinimal++
  const isPossible = await ask(named)
  return isPossible === null ? null : !isPossible
}

function finderOf(packages: MadeUpSlice, packs: Record<string, string[]>): ContradictionFinder {
  const participants = Object.entries(packs).map(([id, lines]) => ({
    id,
    lines: lines.map((text) => ({ text })),
  }))
  const { requirements } = readParticipants(participants, environment, new Budget(steps))
  return new ContradictionFinder(requirements, indexOf(packages), { machine }, new Budget(steps))
}

const indexes = new WeakMap<MadeUpSlice, PackageIndex>()

/** Reading an index again for each set would take most of the time. */
function indexOf(packages: MadeUpSlice): PackageIndex {
  const index = indexes.get(packages) ?? toIndex(packages)
  indexes.set(packages, index)
  return index
}
