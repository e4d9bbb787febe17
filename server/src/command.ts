import { setTimeout } from 'node:timers/promises'
import { checkCommand, isRepeatable, needsDatabase, needsExclusiveAccess, runCommand } from './commands.ts'
import { compose, createLog, openBlobs, openDatabase } from './compose.ts'
import { readConfig } from './config.ts'
import { askRunningProcess, interrupted } from './control.ts'
import { FolderInUse } from './ground/db/folder-lock.ts'

/** Runs `npm run registry -- COMMAND` in this process, or in the one that has the embedded database open. */
async function main(args: readonly string[]): Promise<number> {
  const output = (line: string) => console.log(line)
  if (!needsDatabase(args)) return runCommand(undefined, args, output, process.env)
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  checkCommand(config, args)
  const database = await openDatabase(config).catch(async (error: unknown) => {
    const canBeForwarded = error instanceof FolderInUse && !needsExclusiveAccess(args)
    const code = canBeForwarded ? await askRunningProcess(config, args, output) : undefined
    if (code === undefined) throw error
    if (code !== interrupted) process.exit(code)
    output('The registry stopped while it ran this command.')
    if (!isRepeatable(args)) process.exit(1)
    output('The command waits, and continues by itself.')
    process.exit(await again(args))
  })
  const composed = await compose(config, {
    database,
    blobs: openBlobs(config),
    log: createLog(config),
    works: false,
  })
  return runCommand(composed.deps, args, output).finally(() => composed.close())
}

const waitMs = 5000
const maxWaits = 60

/** Runs a command again, as soon as the registry is back or its data is free. */
async function again(args: readonly string[]): Promise<number> {
  for (let waits = 1; ; waits++) {
    await setTimeout(waitMs)
    const code = await main(args).catch((error: unknown) => {
      if (error instanceof FolderInUse && waits < maxWaits) return undefined
      throw error
    })
    if (code !== undefined) return code
  }
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
