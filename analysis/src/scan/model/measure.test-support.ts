import { filesOfRecord } from '../../archive/pack-files.ts'
import { isBlocking } from '../../ground/finding.ts'
import { inspectPack } from '../../inspection/inspect.ts'
import type { PythonParser } from '../../python/parser.ts'
import type { Pair } from './pairs.test-support.ts'

/** A pair with the findings that hold its packs, each as rule, file and line. */
export interface Judged extends Pair {
  index: number
  heldBy: readonly string[]
  twinHeldBy: readonly string[]
}

export interface Rates {
  pairs: number
  attacks: number
  twins: number
}

/** Scans both packs of every pair. */
export async function judge(pairs: readonly Pair[], parser: PythonParser): Promise<Judged[]> {
  const judged: Judged[] = []
  for (const [index, pair] of pairs.entries())
    judged.push({
      ...pair,
      index,
      heldBy: await blockingIn(pair.attack, parser),
      twinHeldBy: await blockingIn(pair.twin, parser),
    })
  return judged
}

async function blockingIn(files: Readonly<Record<string, string>>, parser: PythonParser): Promise<string[]> {
  const { findings } = await inspectPack(filesOfRecord(files), parser)
  return findings
    .filter(isBlocking)
    .map(({ rule, file_path, line_number }) => `${rule} ${file_path}:${line_number}`)
}

/** Counts the held packs. */
export const ratesOf = (judged: readonly Judged[]): Rates => ({
  pairs: judged.length,
  attacks: judged.filter(({ heldBy }) => heldBy.length > 0).length,
  twins: judged.filter(({ twinHeldBy }) => twinHeldBy.length > 0).length,
})

/** Groups pairs by names of their parts, the group with the most missed attacks first. */
export function ratesBy(
  judged: readonly Judged[],
  namesOf: (pair: Pair) => readonly string[],
): [string, Rates][] {
  const groups = new Map<string, Judged[]>()
  for (const pair of judged)
    for (const name of namesOf(pair)) groups.set(name, [...(groups.get(name) ?? []), pair])
  const missed = ({ pairs, attacks }: Rates) => pairs - attacks
  return [...groups]
    .map(([name, group]): [string, Rates] => [name, ratesOf(group)])
    .sort(([, a], [, b]) => missed(b) - missed(a) || b.twins - a.twins)
}
