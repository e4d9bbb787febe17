import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import { contains } from '../ranges.ts'
import { readVersion } from '../versions.ts'
import { Budget } from './budget.ts'
import { indexOf, linux } from './index.test-support.ts'
import { environmentOf } from './machine.ts'
import { ContradictionFinder } from './minimal.ts'
import { readParticipants } from './participant.ts'
import { rangeOfSpecifiers, readLine } from './requires.ts'

type Versions = Record<string, string[]>
interface Made {
  packages: Record<string, Versions>
  packs: Record<string, string[]>
}

const names = ['a', 'b', 'c', 'd', 'e']
const versions = ['1', '2', '3']

/** The generator is mulberry32. */
function numbersFrom(seed: number): (limit: number) => number {
  let state = seed
  return (limit) => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), state | 1)
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61)
    return ((mixed ^ (mixed >>> 14)) >>> 0) % limit
  }
}

function make(seed: number): Made {
  const below = numbersFrom(seed)
  const line = () =>
    `${names[below(5)]}${['', '>=', '<=', '==', '!=', '<'][below(6)]}`.replace(
      /\W+$/,
      (sign) => `${sign}${versions[below(3)]}`,
    )
  const lines = (most: number) => Array.from({ length: below(most + 1) }, line)
  return {
    packages: Object.fromEntries(
      // Versions above the newest of a package count as unknown, so that every package has the newest.
      names.map((name) => {
        const listed = versions.filter((one) => one === '3' || below(2) === 0)
        return [name, Object.fromEntries(listed.map((one) => [one, lines(2)]))]
      }),
    ),
    packs: Object.fromEntries(Array.from({ length: 2 + below(3) }, (_, i) => [`pack-${i}`, lines(2)])),
  }
}

/** Tries every choice of versions. */
function isPossible({ packages }: Made, lines: readonly string[]): boolean {
  const choices = names.map((name) => ['', ...Object.keys(packages[name] ?? {})])
  const total = choices.reduce((product, { length }) => product * length, 1)
  for (let number = 0; number < total; number++) {
    const chosen = new Map<string, string>()
    let rest = number
    for (const [i, name] of names.entries()) {
      const options = choices[i] as string[]
      chosen.set(name, options[rest % options.length] ?? '')
      rest = Math.floor(rest / options.length)
    }
    const all = [...lines, ...names.flatMap((name) => packages[name]?.[chosen.get(name) ?? ''] ?? [])]
    if (all.every((line) => isMet(line, chosen))) return true
  }
  return false
}

function isMet(line: string, chosen: ReadonlyMap<string, string>): boolean {
  const read = readLine(line)
  assert('requirement' in read, line)
  const { name, specifiers } = read.requirement
  const [range, version] = [rangeOfSpecifiers(specifiers), readVersion(chosen.get(name) ?? '')]
  return range !== undefined && version !== undefined && contains(range, version)
}

function finderOf({ packages, packs }: Made): ContradictionFinder {
  const participants = Object.entries(packs).map(([id, lines]) => ({
    id,
    lines: lines.map((text) => ({ text })),
  }))
  const { requirements } = readParticipants(participants, environmentOf(linux), new Budget(1_000_000))
  return new ContradictionFinder(requirements, indexOf(packages), { machine: linux }, new Budget(1_000_000))
}

describe('the solver beside a search through all choices', () => {
  it('agrees for 500 random problems, and names no pack too many', () => {
    let conflicts = 0
    for (let seed = 1; seed <= 500; seed++) {
      const made = make(seed)
      const linesOf = (ids: readonly string[]) => ids.flatMap((id) => made.packs[id] ?? [])
      const finder = finderOf(made)
      const outcome = finder.solve(Object.keys(made.packs))
      assert.equal(
        outcome.kind === 'solved',
        isPossible(made, linesOf(Object.keys(made.packs))),
        `seed ${seed}`,
      )
      if (outcome.kind !== 'impossible') continue
      conflicts++
      const named = finder.reduce(outcome.leaves)?.participants ?? []
      assert(!isPossible(made, linesOf(named)), `seed ${seed}`)
      for (const id of named) {
        const others = named.filter((one) => one !== id)
        assert(isPossible(made, linesOf(others)), `seed ${seed} without ${id}`)
      }
    }
    assert(conflicts > 100 && conflicts < 400, String(conflicts))
  })
})
