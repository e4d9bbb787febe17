import { checkCommand, needsDatabase, needsExclusiveAccess, runCommand } from './commands.ts'
import { compose, createLog, openBlobs, openDatabase } from './compose.ts'
import { readConfig } from './config.ts'
import { askRunningProcess } from './control.ts'
import { FolderInUse } from './ground/db/folder-lock.ts'

/** Runs `npm run registry -- COMMAND` in this process, or in the one that has the embedded database open. */
async function main(args: readonly string[]): Promise<number> {
  const output = (line: string) => console.log(line)
  if (!needsDatabase(args)) return runCommand(undefined, args, output)
  const config = readConfig({ LOG_LEVEL: 'warn', ...process.env })
  checkCommand(config, args)
  const database = await openDatabase(config).catch(async (error: unknown) => {
    const canBeForwarded = error instanceof FolderInUse && !needsExclusiveAccess(args)
    const code = canBeForwarded ? await askRunningProcess(config, args, output) : undefined
    if (code === undefined) throw error
    process.exit(code)
  })
  const composed = await compose(config, {
    database,
    blobs: openBlobs(config),
    log: createLog(config),
    works: false,
  })
  return runCommand(composed.deps, args, output).finally(() => composed.close())
}

process.exitCode = await main(process.argv.slice(2)).catch((error: unknown) => {
  console.error(error instanceof Error ? error.message : error)
  return 1
})
