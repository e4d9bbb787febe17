import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { freeAddresses, Program, runCommand } from '../../bench/program.ts'
import { openEmbedded } from '../../server/src/ground/db/open.ts'
import { longEnoughMs } from './fault-list.ts'
import { storedVersions, underTraffic } from './judge.ts'
import { runFault, trialSettings } from './run-fault.ts'
import { mountSmallDisk } from './small-disk.ts'

const folderMegabytes = 400
const toRestartMs = 2000
const toSettleMs = 15_000

/** Fills the disk of a single process with its database and archives in one folder, for a while. */
export async function makeFolderFull(): Promise<string[]> {
  const disk = mountSmallDisk(folderMegabytes)
  const logs = await mkdtemp(join(tmpdir(), 'nodeyard-full-folder-'))
  const dataFolder = join(disk.folder, 'data')
  const env = { ...trialSettings, ...(await freeAddresses()), DATA_DIR: dataFolder, DEMO: 'off' }
  const program = new Program('alone', env, join(logs, 'alone.log'))
  try {
    await program.start()
    return await underTraffic(
      {
        siteUrl: env.SITE_URL,
        apiUrl: env.API_URL,
        folder: logs,
        command: (...args) => runCommand(env, args),
      },
      (traffic) =>
        runFault(traffic, 'the disk of the data folder is full', async () => {
          disk.fill()
          await pause(2 * longEnoughMs)
          disk.free()
          await pause(toRestartMs)
          // Restarts it, like a supervisor.
          if (!program.isRunning) await program.start()
        }),
      async () => {
        // Failed jobs are retried at increasing intervals.
        if (!program.isRunning) await program.start()
        await pause(toSettleMs)
        await program.stop()
        return readStored(dataFolder)
      },
    )
  } finally {
    await program.kill()
    await rm(logs, { recursive: true, force: true })
    disk.remove()
  }
}

async function readStored(folder: string): Promise<unknown[]> {
  const database = await openEmbedded({ folder })
  try {
    return (await database.raw.query(storedVersions)).rows
  } finally {
    await database.close()
  }
}
