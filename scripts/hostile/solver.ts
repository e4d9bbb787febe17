import { Budget, type CandidateRules, checkRequirements, logicalLines } from '@nodeyard/analysis/requirements'
import { limits } from '@nodeyard/contract/limits'
import { indexOf, type TestPackages } from '../../analysis/src/requirements/solver/index.test-support.ts'
import type { Case } from './growth.ts'
import type { Family } from './sources.ts'
import { filled, numbered } from './text.ts'

/** Repeats lines of nearly the greatest length that is read. */
const longLines = (start: string, part: (index: number) => string) => (size: number) =>
  `${start}${numbered(part)(Math.min(size, 3900))}\n`.repeat(Math.ceil(size / 3900))

/** Requirements of Python packages. Each grows in another dimension. */
export const requirementLines: Family = {
  'lines of one package': numbered((i) => `a!=1.${i}\n`),
  'lines of one package without a version in common': (size) =>
    `${numbered((i) => `a!=1.${i}\n`)(size)}a>2\na<2\n`,
  'lines that a contradiction needs': (size) => {
    const count = Math.ceil(size / 12)
    return `a>=1\n${Array.from({ length: count }, (_, i) => `a!=1.${i}.*\n`).join('')}a<1.${count}\n`
  },
  'pins of one package': numbered((i) => `a==1.${i}\n`),
  'the same line': filled('a>1\n'),
  'comparisons in a line': longLines('a', (i) => `${i ? ',' : ''}!=1.${i}`),
  packages: numbered((i) => `u${i}\n`),
  'packages in conflict': numbered((i) => `u${i}<1\nu${i}>1\n`),
  'packages with many versions': numbered((i) => `v${i % 300}\n`),
  'packages that choose again': numbered((i) => `w${i % 300}\n`),
  extras: longLines('a[a', (i) => `,e${i}`),
  addresses: numbered((i) => `a @ https://a.test/${i}\n`),
  'versions of many parts': numbered((i) => `a!=${'1.'.repeat(60)}${i}\n`),
  conditions: longLines('a; os_name == "a"', () => ' and python_version > "3"'),
  'unreadable lines': filled('?\n'),
  'lines that continue': filled('a\\\n'),
}

const range = (count: number) => Array.from({ length: count }, (_, i) => i)

/** Packages that nearly every version of contradicts another. */
const packages: TestPackages = {
  a: Object.fromEntries(range(2000).map((i) => [`1.${i}`, []])),
  ...Object.fromEntries(
    range(300).map((i) => [
      `v${i}`,
      Object.fromEntries(range(300).map((j) => [`1.${j}`, [`v${(i + 1) % 300}>=1.${j}`]])),
    ]),
  ),
  ...Object.fromEntries(
    range(300).map((i) => [
      `w${i}`,
      Object.fromEntries(
        range(60).map((j) => [`1.${j}`, [`w${(i * 7 + j) % 300}<1.${59 - j}`, `w${(i + j) % 300}!=1.${j}`]]),
      ),
    ]),
  ),
}

const index = indexOf(packages)
export const solverSteps = 1_500_000
const rules: CandidateRules = {
  machine: { python: '3.12', os: 'linux', architecture: 'x86_64', accelerator: 'cpu' },
}

/** Checks lines as those of one pack, or as separate installed packages. */
export function checkOf(text: string, isApart: boolean, budget: Budget): () => unknown {
  const lines = logicalLines(text)
  const participants = isApart
    ? lines.map((line) => ({ id: `${line.line}`, lines: [line] }))
    : [{ id: 'pack', lines }]
  return () => checkRequirements({ participants, rules, index, budget })
}

export const solverCases: Case[] = Object.entries(requirementLines).flatMap(([name, make]) =>
  [false, true].map(
    (isApart): Case => ({
      name: `${isApart ? 'installed packages' : 'requirements of a pack'}: ${name}`,
      prepare: (size) => checkOf(make(size), isApart, new Budget(solverSteps)),
      // Smaller inputs need less than the budget, above which the time no longer grows.
      smallest: limits.freezeLength / 8,
      largest: limits.freezeLength,
    }),
  ),
)
