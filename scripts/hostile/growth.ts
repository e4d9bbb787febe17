import { threadCpuUsage } from 'node:process'

/** A reader with inputs of one kind and any size. */
export interface Case {
  name: string
  /** Creates an input of about this many characters and returns a function that reads it. */
  prepare(size: number): () => unknown
  /** The smallest and the largest size to measure. */
  smallest?: number
  largest: number
}

export interface Growth {
  /** The first of the sizes; the others are 2, 4 and 8 times as large. */
  size: number
  /** CPU time at each size; intermediate sizes are measured only in doubt. */
  milliseconds: number[]
  /** The growth of CPU time for 8 times the input. */
  factor: number
}

/** Linear work grows 8 times and work of power 1.5 over 22 times; the rest is noise and garbage collection. */
export const maxFactor = 16

const sizes = [1, 2, 4, 8]
const attempts = 6

/**
 * Measures how CPU time grows with the input: at the first size and at 8 times as much, then at all sizes and
 * repeatedly while it seems to grow too fast. The first size is one with a measurable time, or an eighth of
 * the largest.
 *
 * @param leastMs shorter times are too noisy and count as this much
 */
export async function measureGrowth(
  { prepare, smallest = 1024, largest }: Case,
  leastMs = 10,
): Promise<Growth> {
  const factorOf = ([first = 0, , , last = 0]: readonly number[]) => last / Math.max(first, leastMs)
  let size = smallest
  while (size * 16 <= largest && (await cpuOf(prepare(size))) < leastMs) size *= 2
  const milliseconds: number[] = []
  for (let attempt = 0; attempt < attempts; attempt++) {
    for (const [i, times] of sizes.entries()) {
      if (attempt === 0 && (times === 2 || times === 4)) continue
      const time = await cpuOf(prepare(size * times))
      milliseconds[i] = Math.min(milliseconds[i] ?? time, time)
    }
    if (factorOf(milliseconds) <= maxFactor) break
  }
  return { size, milliseconds, factor: factorOf(milliseconds) }
}

/** CPU time of this thread in milliseconds. */
export async function cpuOf(run: () => unknown): Promise<number> {
  const before = threadCpuUsage()
  await run()
  const { user, system } = threadCpuUsage(before)
  return (user + system) / 1000
}
