import { readFile, writeFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { isBlocking, type Finding as ScanFinding } from '@nodeyard/analysis/ground'
import { rulesVersion } from '@nodeyard/analysis/scan'
import { type InspectedPack, inspectPacks, inspectSample, type PinnedPack } from './packs.ts'
import type { Finding } from './report.ts'
import { freshPacks, isConfirmed, judgements } from './scan-judgements.ts'

const furtherPacks = new URL('scan-packs.json', import.meta.url)
const page = fileURLToPath(new URL('../docs/false-alarms.md', import.meta.url))

interface Scanned {
  repository: string
  commit: string
  blocking: ScanFinding[]
  /** Findings that are not confirmed. */
  wrong: ScanFinding[]
  cpuMs: number
  peakBytes: number
}

/**
 * Measures the findings in packs that people use and that are not known to be malicious: the sample, and further packs
 * at fixed commits. Writes docs/false-alarms.md when all of them were inspected.
 */
export async function measureScan(): Promise<Finding> {
  const sample = await inspectSample()
  const { packs } = JSON.parse(await readFile(furtherPacks, 'utf8')) as { packs: PinnedPack[] }
  const further = sample.packs.length === 0 ? { packs: [], notes: [] } : await inspectPacks(packs)
  const found = [...sample.packs, ...further.packs].map(judge)
  const notes = [...sample.notes, ...further.notes]
  if (found.length > 0 && notes.length === 0) await writeFile(page, toPage(found))
  const cpu = sorted(found.map(({ cpuMs }) => cpuMs))
  const peaks = sorted(found.map(({ peakBytes }) => Math.round(peakBytes / 1e6)))
  return {
    name: 'scan',
    title: 'Findings of the scan in real packs',
    columns: ['pack', 'high or above', 'not confirmed', 'CPU ms', 'MB'],
    rows: found
      .filter(({ blocking }) => blocking.length > 0)
      .map(({ repository, blocking, wrong, cpuMs, peakBytes }) => [
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
              label: 'packs held by a finding that is not confirmed, %',
              value: wrongShare(found),
              atMost: 1,
            },
            { label: 'CPU ms of the median pack', value: cpu[cpu.length >> 1] ?? 0, atMost: 600 },
            {
              label: 'CPU ms of the slowest pack of the sample',
              value: Math.max(0, ...sample.packs.map(({ cpuMs }) => cpuMs)),
              atMost: 5000,
            },
            {
              label: 'peak memory of the sample, MB',
              value: Math.round(Math.max(0, ...sample.packs.map(({ peakBytes }) => peakBytes)) / 1e6),
              atMost: 350,
            },
          ],
    notes: [
      `${found.length} packs; CPU ms: median ${cpu[cpu.length >> 1] ?? 0}, most ${cpu.at(-1) ?? 0}; MB: median ${peaks[peaks.length >> 1] ?? 0}, most ${peaks.at(-1) ?? 0}`,
      ...found.flatMap(({ repository, wrong }) => wrong.map((one) => describe(repository, one))),
      ...notes,
    ],
  }
}

const sorted = (values: readonly number[]) => values.toSorted((a, b) => a - b)

function judge({ pack, inspection, cpuMs, peakBytes }: InspectedPack<PinnedPack>): Scanned {
  const { repository, commit } = pack
  const blocking = inspection.findings.filter(isBlocking)
  const wrong = blocking.filter(({ rule, file_path = '' }) => !isConfirmed(repository, rule, file_path))
  return { repository, commit, blocking, wrong, cpuMs, peakBytes }
}

function wrongShare(found: readonly Scanned[]): number {
  const wrong = found.filter((one) => one.wrong.length > 0).length
  return Math.round((wrong / found.length) * 10_000) / 100
}

function describe(
  repository: string,
  { severity, rule, file_path, line_number, message }: ScanFinding,
): string {
  return `${repository}: ${severity} ${rule} ${file_path}:${line_number ?? 1} ${message}`
}

function freshLines(): string[] {
  const { on, rules, scanned, held, fixed } = freshPacks
  return [
    '## Packs outside of the lists',
    '',
    `On ${on}, with version ${rules} of the rules, ${held.length} of ${scanned} packs that are in no list of the project are held. They were chosen at`,
    'random over all ranks of the community’s list, and each finding that holds one was looked up in the source.',
    '',
    '| pack | commit | rules | judgement |',
    '| --- | --- | --- | --- |',
    ...held.map((one) => `| ${one.pack} | \`${one.commit}\` | ${one.rules} | ${one.judgement} |`),
    '',
    'Classes of honest packs that were held before, and are not any more (`analysis/src/scan/honest.test.ts`):',
    '',
    ...fixed.map((one) => `- ${one}`),
  ]
}

function toPage(found: readonly Scanned[]): string {
  const held = found.filter(({ blocking }) => blocking.length > 0)
  const wrong = held.filter((one) => one.wrong.length > 0)
  const rulesOf = (findings: readonly ScanFinding[]) =>
    [...new Set(findings.map(({ rule }) => `\`${rule}\``))].join(', ')
  const rowOf = ({ repository, commit, blocking, wrong: unconfirmed }: Scanned) =>
    `| ${repository} | \`${commit.slice(0, 12)}\` | ${rulesOf(blocking)} | ${
      unconfirmed.length > 0 ? 'Wrong.' : (judgements[repository]?.reason ?? '')
    } |`
  return [
    '# Packs that the scan holds',
    '',
    '`npm run bench -- scan` writes this page. A finding of `high` or above keeps a version from becoming active until an admin',
    'decides. Each such finding in these packs was looked up in the source; `bench/scan-judgements.ts` has the result.',
    '',
    `On ${new Date().toISOString().slice(0, 10)}, with version ${rulesVersion} of the rules, ${held.length} of ${found.length} packs are held; for ${wrong.length}`,
    `(${wrongShare(found)} %) there is no good reason. The packs and their commits are in \`bench/scan-packs.json\` and the sample.`,
    '',
    '| pack | commit | rules | judgement |',
    '| --- | --- | --- | --- |',
    ...held.map(rowOf),
    '',
    ...freshLines(),
    '',
  ].join('\n')
}
