import type { Chance } from '../../bench/data/chance.ts'
import { mutateText, nested } from './mutations.ts'

const names = ['a', 'b', 'c', 'A_b.c', 'torch', '__proto__', 'constructor', 'é']
const versions = [
  '1',
  '1.0',
  '2.0rc1',
  '1.0.post1',
  '1!0',
  '1.0+cu121',
  '1.*',
  '9'.repeat(30),
  '',
  '1.0.dev0',
]
const operators = ['==', '>=', '<=', '<', '>', '!=', '~=', '===', '=>', '']
const comparisons = [
  'python_version < "3.9"',
  "'linux' in sys_platform",
  'platform_release > "5"',
  'extra == "x"',
  'os.name != "nt"',
  'python_version not in "3.11 3.12"',
  'nothing == "x"',
]

/** Generates a line of a requirements file, partly damaged. */
export function makeRequirement(random: Chance): string {
  const specifiers = random.list(3, () => `${random.pick(operators)}${random.pick(versions)}`).join(',')
  const line = random.pick([
    () => `${random.pick(names)}${random.happens(0.2) ? '[x,y]' : ''}${specifiers}${makeMarker(random)}`,
    () => `${random.pick(names)} @ https://example.org/a-1.0-py3-none-any.whl${makeMarker(random)}`,
    () =>
      random.pick([
        '-r other.txt',
        '-c ../../x',
        '-e git+https://example.org/x#egg=a',
        '--index-url x',
        '# a \\',
      ]),
    () => `${random.pick(names)}==1.0 --hash=sha256:00 \\`,
  ])()
  return random.happens(0.2) ? mutateText(random, line) : line
}

function makeMarker(random: Chance): string {
  if (random.happens(0.6)) return ''
  const marker = random.list(4, () => random.pick(comparisons)).join(random.pick([' and ', ' or ', ' ']))
  return random.happens(0.1) ? `; ${nested(random, '(', marker, ')')}` : `; ${marker}`
}

interface MadeProblem {
  packs: Record<string, string[]>
  packages: Record<string, Record<string, string[]>>
}

/** Generates packs and a small index whose packages require each other and themselves. */
export function makeProblem(random: Chance): MadeProblem {
  const lines = (most: number) => random.list(most, () => makeRequirement(random))
  const versionsOf = () => Object.fromEntries(random.list(5, () => [random.pick(versions), lines(3)]))
  return {
    packs: Object.fromEntries(random.list(5, (i) => [`pack-${i}`, lines(4)])),
    packages: Object.fromEntries(names.slice(0, 5).map((name) => [name.toLowerCase(), versionsOf()])),
  }
}
