import {
  compareVersions,
  contains,
  evaluateMarker,
  type MarkerEnvironment,
  type Operator,
  operators,
  rangeOf,
  readRequirement,
  readVersion,
} from '@nodeyard/analysis/requirements'
import type { Chance } from '../../bench/data/chance.ts'
import type { Oracle } from './oracle.ts'

interface Question {
  asked: { kind: string } & Record<string, unknown>
  ours: unknown
}

const releases = ['0', '1', '1.0', '1.1', '1.0.0', '2', '2.1', '1.10', '1.0.1']
const often = ['', '', '']

function version(random: Chance): string {
  return [
    ['', '', '', '', '1!'],
    releases,
    [...often, 'a1', 'b2', 'rc1', '-rc', '.alpha'],
    [...often, '.post1', '-2', '.post'],
    [...often, '.dev1', '.dev'],
    [...often, '+cu121', '+1.a', '+a.b'],
  ]
    .map((parts) => random.pick(parts))
    .join('')
}

const comparisons = [
  'python_version < "3.9"',
  "python_version>'3.7'",
  'python_version in "3.10, 3.11"',
  'python_version ~= "3.8"',
  'python_full_version<"3.11.5"',
  'sys_platform == "linux"',
  '"x" not in sys_platform',
  'platform_machine=="arm64"',
  'extra == "x"',
  'os_name == "nt"',
]

function marker(random: Chance, depth: number): string {
  if (depth === 0 || random.happens(0.4)) return random.pick(comparisons)
  const both = `${marker(random, depth - 1)} ${random.pick(['and', 'or'])} ${marker(random, depth - 1)}`
  return random.happens(0.5) ? `(${both})` : both
}

function containsQuestion(random: Chance): Question {
  const [operator, blank, wanted] = [random.pick(operators), random.pick(['', ' ']), version(random)]
  const [end, candidate] = [random.pick(['', '', '.*']), version(random)]
  const range = rangeOf({ operator, version: wanted + end })
  const read = readVersion(candidate)
  return {
    asked: { kind: 'contains', specifier: operator + blank + wanted + end, version: candidate },
    ours: range && read ? contains(range, read) : 'invalid',
  }
}

function compareQuestion(random: Chance): Question {
  const [a, b] = [version(random), version(random)]
  const [one, other] = [readVersion(a), readVersion(b)]
  return {
    asked: { kind: 'compare', a, b },
    ours: one && other ? Math.sign(compareVersions(one, other)) : 'invalid',
  }
}

const endings = [
  '',
  '>=1',
  '>=1,<2',
  '(==1.*)',
  '==1.0.post1',
  '@ https://x.org/a.zip',
  '>=1,',
  '~=1',
  '=>1',
  '== 1. 0',
]

function requirementQuestion(random: Chance, environment: MarkerEnvironment): Question {
  const text = [
    ['a', 'A_b.c', 'numpy', 'x-', '-x', 'é'],
    ['', '', '[x]', '[x,Y_z]', '[]', '[x,'],
    ['', ' '],
    endings,
    ['', ' '],
    ['', `;${marker(random, 3)}`, `; ${marker(random, 2)}`, ';', '#x'],
  ]
    .map((parts) => random.pick(parts))
    .join('')
  const read = readRequirement(text)
  const asked = { kind: 'requirement', text, environment }
  if ('problem' in read) return { asked, ours: 'invalid' }
  const { name, extras, specifiers, url = '', marker: condition } = read.requirement
  const lines = specifiers.map(
    ({ operator, version }: { operator: Operator; version: string }) => operator + version,
  )
  const applies = condition ? evaluateMarker(condition, environment) : true
  return { asked, ours: { name, extras, specifiers: lines.length, url, marker: applies } }
}

/** Asks about versions, ranges and requirement lines, and returns the questions with another answer. */
export async function compareReading(
  oracle: Oracle,
  { random, questions, environment }: { random: Chance; questions: number; environment: MarkerEnvironment },
): Promise<string[]> {
  const makers = [containsQuestion, compareQuestion, requirementQuestion]
  const differences: string[] = []
  for (let i = 0; i < questions; i++) {
    const { asked, ours } = random.pick(makers)(random, environment)
    const answer = await oracle.ask<unknown>(asked)
    const theirs = isRequirement(answer) ? { ...answer, specifiers: answer.specifiers.length } : answer
    if (JSON.stringify(theirs) !== JSON.stringify(ours))
      differences.push(JSON.stringify({ ...asked, environment: undefined, oracle: theirs, ours }))
  }
  return differences
}

const isRequirement = (answer: unknown): answer is { specifiers: string[] } =>
  typeof answer === 'object' && answer !== null && 'specifiers' in answer
