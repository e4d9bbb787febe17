import { type Comparison, comparePack } from './extraction-truth.ts'
import { inspectSample } from './packs.ts'
import { type Finding, type Gate, rounded } from './report.ts'

interface MeasuredPack extends Comparison {
  repository: string
  elapsedMs: number
  ownMs: number
  cpuMs: number
  peakBytes: number
}

/** Compares the inspection of sample packs with manually verified results. */
export async function measureExtraction(): Promise<Finding> {
  const { packs, notes } = await inspectSample()
  const measured = packs.map(({ pack, inspection, ...usage }) => ({
    repository: pack.repository,
    ...usage,
    ...comparePack(pack, inspection),
  }))
  return toFinding(measured, notes)
}

function toFinding(packs: readonly MeasuredPack[], left: readonly string[]): Finding {
  return {
    name: 'extraction',
    title: 'Extraction from real packs without running them',
    columns: ['pack', 'names', 'wrong names', 'details', 'elapsed ms', 'own thread ms', 'CPU ms', 'MB'],
    rows: packs.map((pack) => [
      pack.repository,
      `${pack.found} of ${pack.expected}`,
      pack.unexpected.length,
      `${pack.detailsRight} of ${pack.details}`,
      pack.elapsedMs,
      pack.ownMs,
      pack.cpuMs,
      Math.round(pack.peakBytes / 1e6),
    ]),
    // Without measurements there is nothing to promise.
    gates: packs.length === 0 ? [] : gatesOf(packs),
    notes: [...packs.flatMap((pack) => pack.misses.map((miss) => `${pack.repository}: ${miss}`)), ...left],
  }
}

/** The limits come from the issue that requested the extraction. */
function gatesOf(packs: readonly MeasuredPack[]): Gate[] {
  const sum = (pick: (pack: MeasuredPack) => number) => packs.reduce((total, pack) => total + pick(pack), 0)
  const found = sum((pack) => pack.found)
  const percent = (part: number, whole: number) => (whole === 0 ? 0 : rounded((100 * part) / whole, 2))
  const most = (pick: (pack: MeasuredPack) => number) => Math.max(0, ...packs.map(pick))
  const expected = sum((pack) => pack.expected)
  const named = sum((pack) => pack.found + pack.unexpected.length)
  const right = sum((pack) => pack.detailsRight)
  const details = sum((pack) => pack.details)
  return [
    { label: 'names found, %', value: percent(found, expected), atLeast: 98 },
    { label: 'names that are right, %', value: percent(found, named), atLeast: 98 },
    {
      label: 'comfy-nodes with all inputs and outputs typed right, %',
      value: percent(right, details),
      atLeast: 92,
    },
    // CPU time, because elapsed time would also measure the rest of the machine.
    {
      label: 'time of the slowest pack in its own thread, ms',
      value: most((pack) => pack.ownMs),
      atMost: 3_000,
    },
    { label: 'memory of the largest process, MB', value: most((pack) => pack.peakBytes / 1e6), atMost: 400 },
  ]
}
