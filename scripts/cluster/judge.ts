import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { recoveredWithinMs } from './run-fault.ts'
import { Traffic } from './traffic.ts'

/** A version in the database. */
interface Stored {
  node_id: string
  version: string
  status: string
  archive_digest: string | null
  received: number
}

export const storedVersions = `select v.node_id, v.version, v.status, v.archive_digest, (
    select count(*)::int from audit_events e where e.subject_id = v.id::text and e.action = 'version.receive'
  ) as received from node_versions v`

interface Registry {
  siteUrl: string
  apiUrl: string
  /** The folder of the logs. */
  folder: string
  /** Runs an operator command. */
  command(...args: string[]): Promise<string>
}

/** Publishes and reads during `work`, and judges the responses and the stored versions. Returns all problems. */
export async function underTraffic(
  { siteUrl, apiUrl, folder, command }: Registry,
  work: (traffic: Traffic) => Promise<string[]>,
  read: () => Promise<unknown[]>,
): Promise<string[]> {
  const publisherId = 'tideworks'
  await command('create-publisher', publisherId, '--owner', 'owner@example.test')
  const token = (await command('create-token', publisherId)).split('\n').at(-1)?.trim() ?? ''
  const traffic = new Traffic({ siteUrl, apiUrl, publisherId, token })
  traffic.start()
  await traffic.untilRecovered(recoveredWithinMs)
  const problems = await work(traffic)
  await traffic.stop()
  problems.push(...judge(traffic, await untilSettled(read as () => Promise<Stored[]>)))
  const verified = await command('verify').catch((error: Error) => error.message)
  if (!verified.includes('All invariants hold.')) problems.push(verified)
  if (problems.length > 0) console.log(errorsIn(folder).join('\n'))
  return problems
}

/** Compares the final database with everything that was sent and read. */
function judge(traffic: Traffic, rows: readonly Stored[]): string[] {
  const found = [...new Set(traffic.wrong)]
  const byName = Map.groupBy(rows, ({ node_id, version }) => `${node_id} ${version}`)
  for (const { nodeId, number, digest, isAcknowledged } of traffic.sent) {
    const name = `${nodeId} 1.0.${number}`
    const [row, ...others] = byName.get(name) ?? []
    if (others.length > 0) found.push(`${name} is there ${others.length + 1} times`)
    if (!isAcknowledged) continue
    if (row?.archive_digest !== digest || row.status !== 'active')
      found.push(`${name} was lost: ${JSON.stringify(row)}`)
    else if (row.received !== 1) found.push(`${name} was received ${row.received} times`)
  }
  console.log(`${traffic.sent.length} versions were sent.`)
  return found
}

/** Lists distinct errors in the logs of a folder. */
function errorsIn(folder: string): string[] {
  const lines = globSync('*.log', { cwd: folder }).flatMap((file) =>
    readFileSync(join(folder, file), 'utf8')
      .split('\n')
      .filter((line) => line.includes('a request failed'))
      .map((line) => `${file}: ${(JSON.parse(line) as { err?: { stack?: string } }).err?.stack}`),
  )
  return [...new Set(lines)]
}

/** Resolves once no version with an archive is pending. */
async function untilSettled(read: () => Promise<Stored[]>): Promise<Stored[]> {
  const deadline = performance.now() + recoveredWithinMs
  for (;;) {
    const rows = await read()
    const waits = rows.some((row) => row.status === 'pending' && row.archive_digest)
    if (!waits || performance.now() > deadline) return rows
    await pause(500)
  }
}
