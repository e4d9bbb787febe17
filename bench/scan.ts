import { isBlocking, type Finding as ScanFinding } from '@nodeyard/analysis/scan/finding'
import { inspectSample } from './packs.ts'
import type { Finding } from './report.ts'

/**
 * Findings of `high` or above in sample packs that a person has confirmed in the source. The reasons are in
 * docs/false-alarms.md.
 */
const confirmedFindings: Readonly<Record<string, readonly string[]>> = {
  'nunchaku-tech/ComfyUI-nunchaku': ['package-install nodes/tools/installers.py'],
}

/** Measures the scan's findings in packs that people use and that are not known to be malicious. */
export async function measureScan(): Promise<Finding> {
  const { packs, notes } = await inspectSample()
  const found = packs.map(({ pack: { repository }, inspection, cpuMs, peakBytes }) => {
    const blocking = inspection.findings.filter(isBlocking)
    const right = confirmedFindings[repository] ?? []
    return {
      repository,
      blocking,
      wrong: blocking.filter((one) => !right.includes(keyOf(one))),
      cpuMs,
      peakBytes,
    }
  })
  const wrongPacks = found.filter(({ wrong }) => wrong.length > 0).length
  const share = found.length === 0 ? 0 : Math.round((wrongPacks / found.length) * 10_000) / 100
  return {
    name: 'scan',
    title: 'Findings of the scan in real packs',
    columns: ['pack', 'high or above', 'not judged right', 'CPU ms', 'MB'],
    rows: found.map(({ repository, blocking, wrong, cpuMs, peakBytes }) => [
      repository,
      blocking.length,
      wrong.length,
      cpuMs,
      Math.round(peakBytes / 1e6),
    ]),
    gates:
      found.length === 0
        ? []
        : [
            {
              label: 'packs with a finding of high or above that is not judged right, %',
              value: share,
              atMost: 5,
            },
          ],
    notes: [
      ...found.flatMap(({ repository, blocking }) => blocking.map((one) => describe(repository, one))),
      ...notes,
    ],
  }
}

function keyOf({ rule, file_path }: ScanFinding): string {
  return `${rule} ${file_path}`
}

function describe(
  repository: string,
  { severity, rule, file_path, line_number, message }: ScanFinding,
): string {
  return `${repository}: ${severity} ${rule} ${file_path}:${line_number ?? 1} ${message}`
}
