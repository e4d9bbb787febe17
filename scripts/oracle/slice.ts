import { Chance } from '../../bench/data/chance.ts'

/** A made-up slice of a package index, as the oracle takes it: package, version, facts. */
export type MadeUpSlice = Record<string, Record<string, { requires: string[]; requiresPython?: string }>>

export interface MadeUp {
  packages: MadeUpSlice
  /** Requirement lines of packs. */
  packs: Record<string, string[]>
}

const packageCount = 100
const packCount = 60

/** Makes packages whose versions require others, in circles too, with extras, markers and pre-releases. */
export function makeSlice(seed: number): MadeUp {
  const random = new Chance(seed)
  const names = Array.from({ length: packageCount }, (_, i) => `lib-${i}`)
  const versions = new Map(names.map((name) => [name, makeVersions(random)]))
  const line = (own: number, isDirect: boolean): string => {
    // Most packages rest on a few.
    const index = random.happens(0.7)
      ? random.below(Math.max(1, Math.min(own, 40)))
      : random.below(packageCount)
    const name = names[index] as string
    return lineOn(random, name, versions.get(name) as string[], isDirect)
  }
  const packages: MadeUpSlice = {}
  for (const [i, name] of names.entries()) {
    let requires = Array.from({ length: random.below(3) }, () => line(i, false))
    const facts: MadeUpSlice[string] = {}
    for (const version of versions.get(name) as string[]) {
      if (random.happens(0.4) && requires.length > 0)
        requires = requires.with(random.below(requires.length), line(i, false))
      if (random.happens(0.1)) requires = [...requires, `${line(i, false).split(';')[0]}; extra == "more"`]
      facts[version] = {
        requires,
        ...(random.happens(0.1)
          ? { requiresPython: random.pick(['>=3.8', '>=3.12', '<3.11', '!=3.11.*']) }
          : {}),
      }
    }
    packages[name] = facts
  }
  const packs = Object.fromEntries(
    Array.from({ length: packCount }, (_, i) => [
      `pack-${i}`,
      Array.from({ length: 1 + random.below(4) }, () => line(packageCount, true)),
    ]),
  )
  return { packages, packs }
}

function makeVersions(random: Chance): string[] {
  const versions: string[] = []
  for (let major = 0, count = 1 + random.below(10); versions.length < count; major++) {
    for (let minor = 0, minors = 1 + random.below(4); minor < minors; minor++) {
      if (random.happens(0.08)) versions.push(`${major}.${minor}rc1`)
      versions.push(`${major}.${minor}`)
      if (random.happens(0.1)) versions.push(`${major}.${minor}.post1`)
    }
  }
  return versions
}

const markers = [
  'python_version < "3.9"',
  'python_version >= "3.10"',
  'sys_platform == "win32"',
  'sys_platform == "linux" and platform_machine == "x86_64"',
]

function lineOn(random: Chance, name: string, versions: readonly string[], isDirect: boolean): string {
  const version = random.pick(versions)
  const other = random.pick(versions)
  const specifier = random.happens(isDirect ? 0.2 : 0.04)
    ? random.pick([
        `<=${version}`,
        `<${version}`,
        `!=${version}`,
        `>=${version},!=${other}`,
        `==${version.split('.')[0]}.*`,
        `==${version}`,
        ...(version.includes('.post') || version.includes('rc') ? [] : [`~=${version}`]),
      ])
    : random.pick(['', '', `>=${version}`])
  const extra = random.happens(0.1) ? '[more]' : ''
  const marker = random.happens(0.15) ? `; ${random.pick(markers)}` : ''
  return `${name}${extra}${specifier}${marker}`
}
