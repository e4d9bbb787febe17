import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gitFolderOf, inspectPacks, type PinnedPack } from './packs.ts'
import type { Finding } from './report.ts'

const packList = new URL('scan-packs.json', import.meta.url)

/** Two weeks of about 250 packs that make releases are one of 500. These two were the busiest ones. */
const firstAt = Date.parse('2025-08-25T00:00:00Z') / 1000
const endAt = firstAt + 14 * 86_400

interface Release extends PinnedPack {
  version: string
  /** Seconds since 1970. */
  at: number
}

interface Held extends Release {
  /** The digests of what rests on undecided code, with rule and file. */
  open: Map<string, string>
}

/**
 * Publishes the real releases of two weeks again. Earlier code is approved; a release needs a person when a finding that
 * holds it rests on code without a decision. `BENCH_PACKS` names a folder of git directories
 * with their whole history.
 */
export async function measureReleases(): Promise<Finding> {
  const { packs } = JSON.parse(await readFile(packList, 'utf8')) as { packs: PinnedPack[] }
  const held: Held[] = []
  const notes: string[] = []
  const counts = { packs: 0, releases: 0, settled: 0 }
  for (const pack of packs) {
    const releases = await listReleases(pack)
    const before = releases.findLast(({ at }) => at < firstAt)
    const during = releases.filter(({ at }) => at >= firstAt && at < endAt)
    if (!before || during.length === 0) continue
    const outcome = await publishAgain([before, ...during])
    notes.push(...outcome.notes)
    held.push(...outcome.held)
    counts.packs++
    counts.releases += outcome.releases
    counts.settled += outcome.settled
  }
  return toFinding(counts, held, notes)
}

/** Lists the commits that change the version in the project file, the first one first, as their publishing builds do. */
async function listReleases({ repository, commit }: PinnedPack): Promise<Release[]> {
  const folder = await gitFolderOf({ repository, commit }, process.env['BENCH_PACKS'] ?? '')
  const { stdout } = await promisify(execFile)(
    'git',
    ['-C', folder, 'log', '--first-parent', '--format=@%H %ct', '-p', '-U0', commit, '--', 'pyproject.toml'],
    { maxBuffer: 256 * 1024 * 1024 },
  )
  const found = new Map<string, Release>()
  let current = { commit: '', at: 0 }
  for (const line of stdout.split('\n')) {
    const [, hash, seconds] = /^@([0-9a-f]{40}) (\d+)$/.exec(line) ?? []
    if (hash) current = { commit: hash, at: Number(seconds) }
    const version = /^\+\s*version\s*=\s*["']([^"']+)/.exec(line)?.[1]
    if (version && !found.has(current.commit)) found.set(current.commit, { repository, version, ...current })
  }
  return [...found.values()].toSorted((a, b) => a.at - b.at)
}

interface Outcome {
  held: Held[]
  notes: string[]
  releases: number
  /** Releases with findings that earlier decisions settle. */
  settled: number
}

async function publishAgain(releases: readonly Release[]): Promise<Outcome> {
  const { packs, notes } = await inspectPacks(releases)
  const approved = new Set<string>()
  const outcome: Outcome = { held: [], notes, releases: 0, settled: 0 }
  for (const [number, { pack, inspection }] of packs.entries()) {
    const grounds = inspection.grounds.map(({ digest, rule, file }) => [digest, `${rule} ${file}`] as const)
    const open = new Map(grounds.filter(([digest]) => !approved.has(digest)))
    for (const [digest] of grounds) approved.add(digest)
    if (number === 0) continue
    outcome.releases++
    if (open.size > 0) outcome.held.push({ ...pack, open })
    else if (grounds.length > 0) outcome.settled++
  }
  return outcome
}

function toFinding(
  { packs, releases, settled }: { packs: number; releases: number; settled: number },
  held: readonly Held[],
  notes: readonly string[],
): Finding {
  return {
    name: 'releases',
    title: 'Real releases of two weeks, published again',
    columns: ['held release', 'version', 'undecided'],
    rows: held.map(({ repository, version, open }) => [
      repository,
      version,
      [...new Set(open.values())].join(', '),
    ]),
    gates:
      releases === 0
        ? []
        : [
            {
              label: 'releases of approved packs that need a person, %',
              value: Math.round((held.length / releases) * 10_000) / 100,
              atMost: 0.5,
            },
          ],
    notes: [
      `${releases} releases of ${packs} packs; ${settled} have findings that earlier decisions settle`,
      ...notes,
    ],
  }
}
