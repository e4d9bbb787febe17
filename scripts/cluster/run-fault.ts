import type { Traffic } from './traffic.ts'

export const recoveredWithinMs = 300_000

/** Settings of every process: no rate limits, no external services. */
export const trialSettings = { RATE_LIMIT_FACTOR: '0', LOG_LEVEL: 'info', PICTURES: 'off', CODE_HOST: 'fake' }

/** Causes a fault and reports its effect on readers. Returns the problems that did not resolve themselves. */
export async function runFault(
  traffic: Traffic,
  label: string,
  happen: () => Promise<void>,
): Promise<string[]> {
  traffic.takeCounts()
  try {
    await happen()
    const { fresh, old, refused } = traffic.takeCounts()
    const recoveredMs = await traffic.untilRecovered(recoveredWithinMs)
    const reads = `${fresh} reads fresh, ${old} marked as old, ${refused} refused`
    console.log(`✔ ${label}: ${reads}; well again after ${(recoveredMs / 1000).toFixed(1)} s`)
    return []
  } catch (error) {
    return [`${label}: ${error instanceof Error ? error.message : error}`]
  }
}
