import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { Program, runCommand } from '../../bench/program.ts'
import { openEmbedded } from '../../server/src/ground/db/open.ts'
import { findFreePort } from '../../server/test/postgres.ts'
import { longEnoughMs } from './fault-list.ts'
import { errorsIn, judge, type Stored, storedVersions } from './judge.ts'
import { makePublisher, recoveredWithinMs, runFault, trialSettings } from './run-fault.ts'
import { mountSmallDisk } from './small-disk.ts'
import { Traffic } from './traffic.ts'

const folderMegabytes = 400
const toRestartMs = 2000
const toSettleMs = 15_000

/** Fills the disk of a single process with its database and archives in one folder, for a while. */
export async function makeFolderFull(): Promise<string[]> {
  const disk = mountSmallDisk(folderMegabytes)
  const logs = await mkdtemp(join(tmpdir(), 'nodeyard-full-folder-'))
  const [sitePort, apiPort] = [await findFreePort(), await findFreePort()]
  const [siteUrl, apiUrl] = [sitePort, apiPort].map((port) => `http://127.0.0.1:${port}`) as [string, string]
  const dataFolder = join(disk.folder, 'data')
  const env = {
    ...trialSettings,
    SITE_PORT: String(sitePort),
    API_PORT: String(apiPort),
    SITE_URL: siteUrl,
    API_URL: apiUrl,
    DATA_DIR: dataFolder,
    DEMO: 'off',
  }
  const program = new Program('alone', env, join(logs, 'alone.log'))
  try {
    await program.start()
    const traffic = new Traffic({
      siteUrl,
      apiUrl,
      ...(await makePublisher((...args) => runCommand(env, args))),
    })
    traffic.start()
    await traffic.untilRecovered(recoveredWithinMs)
    const stuck = await runFault(traffic, 'the disk of the data folder is full', async () => {
      disk.fill()
      await pause(2 * longEnoughMs)
      disk.free()
      await pause(toRestartMs)
      // Restarts it, like a supervisor.
      if (!program.isRunning) await program.start()
    })
    await traffic.stop()
    const found = await judge(traffic, {
      async read() {
        // Failed jobs are retried at increasing intervals.
        if (!program.isRunning) await program.start()
        await pause(toSettleMs)
        await program.stop()
        return readStored(dataFolder)
      },
      verify: () => runCommand(env, ['verify']),
    })
    if (stuck.length + found.length > 0) console.log(errorsIn(logs).join('\n'))
    return [...stuck, ...found]
  } finally {
    await program.kill()
    await rm(logs, { recursive: true, force: true })
    disk.remove()
  }
}

async function readStored(folder: string): Promise<Stored[]> {
  const database = await openEmbedded({ folder })
  try {
    return (await database.raw.query(storedVersions)).rows as unknown as Stored[]
  } finally {
    await database.close()
  }
}
