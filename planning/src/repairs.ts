import { pinVersionOf } from '@nodeyard/analysis/lock'
import { leadingName, normalName, readRequirementLine } from '@nodeyard/analysis/requirements'
import type { InstalledConflict, RequirementConflict, RequirementMachine } from '@nodeyard/contract/packs'
import { isAlwaysKept } from './commands.ts'

type Accelerator = NonNullable<RequirementMachine['accelerator']>
type Pin = { name: string; version: string }

/** Ends of names of builds for one kind of accelerator. */
const builds: Partial<Record<Accelerator, RegExp>> = {
  cuda: /-gpu(-cu\d+)?$|-cuda\d+x?$/,
  rocm: /-rocm$/,
  directml: /-directml$/,
}

/**
 * Adds commands that end conflicts among installed packages: of packages that overwrite each other, all are uninstalled and one is
 * installed, because uninstalling one alone deletes files of the others. In other conflicts, packages get the planned versions.
 */
export const withRepairs = (
  conflicts: readonly RequirementConflict[],
  pins: readonly Pin[],
  { accelerator = 'cpu' }: { accelerator?: Accelerator },
): InstalledConflict[] =>
  conflicts.map((conflict) => {
    const packages = conflict.parties.flatMap(({ lines }) => lines.map(({ text }) => packageIn(text)))
    return {
      ...conflict,
      repair: conflict.kind === 'clash' ? keepOne(packages, accelerator) : replaced(packages, pins),
    }
  })

interface Installed {
  name: string
  /** Its name and, where the line states one, its version. */
  stated: string
}

function packageIn(text: string): Installed {
  const line = readRequirementLine(text)
  if (line.kind !== 'requirement' || line.requirement.url !== undefined) {
    const name = normalName(leadingName(text) ?? '')
    return { name, stated: name }
  }
  const { name, specifiers } = line.requirement
  // After `===`, a line can have any text, and people paste the command.
  const version = pinVersionOf(specifiers.find(({ operator }) => operator.startsWith('=='))?.version)
  return { name, stated: version === undefined ? name : `${name}==${version}` }
}

function keepOne(packages: readonly Installed[], accelerator: Accelerator): string[][] {
  const [kept] = packages.toSorted((a, b) => rankOf(a, accelerator) - rankOf(b, accelerator))
  if (!kept) return []
  return [
    ['uninstall', '-y', ...packages.map(({ name }) => name)],
    ['install', kept.stated],
  ]
}

/** The build for the accelerator first, then the one with the most modules. */
function rankOf({ name }: Installed, accelerator: Accelerator): number {
  if (builds[accelerator]?.test(name)) return 0
  if (Object.values(builds).some((form) => form.test(name))) return 4
  if (name.includes('contrib')) return name.includes('headless') ? 2 : 1
  return 3
}

function replaced(packages: readonly Installed[], pins: readonly Pin[]): string[][] {
  const planned = new Map(pins.map(({ name, version }) => [name, `${name}==${version}`]))
  const changed = packages.flatMap(({ name, stated }) => {
    const pin = planned.get(name)
    return pin === undefined || pin === stated || isAlwaysKept(name) ? [] : [pin]
  })
  return changed.length > 0 ? [['install', ...changed]] : []
}
