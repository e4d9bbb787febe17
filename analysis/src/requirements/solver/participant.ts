import { packageAt, readRequirementLine } from '../lines.ts'
import { evaluateMarker, type MarkerEnvironment, normalName } from '../marker.ts'
import { contains, everything, isPin, namesPrerelease, type Specifier, type VersionRange } from '../ranges.ts'
import { readVersion } from '../versions.ts'
import type { Budget } from './budget.ts'
import { rangeOfSpecifiers, rangeOfText } from './requires.ts'

/** A source of requirements: a pack, the tool, or the packages already installed. */
export interface Participant {
  id: string
  lines: readonly StatedLine[]
}

export interface StatedLine {
  text: string
  file?: string
  line?: number
  /** Limits versions without asking for the package. */
  isConstraint?: boolean
  /** A range of Python versions. */
  isPython?: boolean
  /** A package that the environment has. */
  isInstalled?: boolean
}

/** A line that counts on this machine. */
export interface DirectRequirement {
  participant: string
  stated: StatedLine
  name: string
  extras: readonly string[]
  specifiers: readonly Specifier[]
  range: VersionRange
  /** Where the package comes from, instead of an index. */
  url?: string
}

type UnknownReason =
  | 'not_in_index'
  | 'version_not_in_index'
  | 'metadata_missing'
  | 'address'
  | 'unreadable_line'
  | 'undecided_marker'
  | 'requirements_missing'

/** A gap in the data that makes a verdict uncertain. */
export interface Unknown {
  reason: UnknownReason
  /** The package, or the line. */
  subject: string
  /** The participant or the package that asks for it. */
  requiredBy: string
}

interface DirectRequirements {
  requirements: DirectRequirement[]
  /** Lines that refuse the machine's Python. */
  wrongPython: { participant: string; stated: StatedLine }[]
  unknowns: Unknown[]
}

/** Characters that are read in about the time of one step. */
const charactersPerStep = 8
/** Steps for each line, whatever its length. */
const perLine = 2

/** Reads the lines of all participants until the budget is used up, and leaves out those for other machines. */
export function readParticipants(
  participants: readonly Participant[],
  environment: MarkerEnvironment,
  budget: Budget,
): DirectRequirements {
  const found: DirectRequirements = { requirements: [], wrongPython: [], unknowns: [] }
  for (const { id, lines } of participants)
    for (const stated of lines) {
      if (budget.isUsedUp) return found
      budget.spend(perLine + stated.text.length / charactersPerStep)
      if (stated.isPython) readPython(id, stated, environment, found)
      else readStated(id, stated, environment, found)
    }
  return found
}

function readPython(
  participant: string,
  stated: StatedLine,
  { python_full_version = '' }: MarkerEnvironment,
  { wrongPython, unknowns }: DirectRequirements,
): void {
  const [range, version] = [rangeOfText(stated.text), readVersion(python_full_version)]
  if (!range || !version)
    unknowns.push({ reason: 'unreadable_line', subject: stated.text.slice(0, 200), requiredBy: participant })
  else if (!contains(range, version)) wrongPython.push({ participant, stated })
}

function readStated(
  participant: string,
  stated: StatedLine,
  environment: MarkerEnvironment,
  { requirements, unknowns }: DirectRequirements,
): void {
  const read = readRequirementLine(stated.text)
  const isUnsure = (reason: UnknownReason) =>
    unknowns.push({ reason, subject: stated.text.slice(0, 200), requiredBy: participant })
  if (read.kind === 'problem') isUnsure('unreadable_line')
  if (read.kind === 'address') {
    const { name, url, version } = read
    isUnsure('address')
    if (name) requirements.push({ ...fromAddress(url, name, version), participant, stated })
  }
  if (read.kind !== 'requirement') return
  const { name, extras, specifiers, url, marker } = read.requirement
  const applies = marker ? evaluateMarker(marker, environment) : true
  if (applies === undefined) isUnsure('undecided_marker')
  if (applies !== true) return
  if (url === undefined) {
    const range = rangeOfSpecifiers(specifiers) ?? everything
    requirements.push({ participant, stated, name, extras, specifiers, range })
    return
  }
  isUnsure('address')
  requirements.push({ ...fromAddress(url, name, packageAt(url).version), participant, stated })
}

/** A wheel tells its version by its name. */
function fromAddress(
  url: string,
  name: string,
  version: string | undefined,
): Pick<DirectRequirement, 'name' | 'extras' | 'specifiers' | 'range' | 'url'> {
  const specifiers: Specifier[] = version === undefined ? [] : [{ operator: '==', version }]
  const range = rangeOfSpecifiers(specifiers) ?? everything
  return { name: normalName(name), extras: [], specifiers, range, url }
}

export const allowsPrereleases = ({ specifiers }: Pick<DirectRequirement, 'specifiers'>): boolean =>
  specifiers.some(namesPrerelease)

/** The version that a requirement accepts alone, in its normal form. */
export function pinOf(specifiers: readonly Specifier[]): string | undefined {
  const pin = specifiers.find(isPin)
  return pin && readVersion(pin.version)?.text
}
