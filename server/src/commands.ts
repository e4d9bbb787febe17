import { type Command, type CommandOutput, groups } from './commands/command.ts'
import { contentCommands } from './commands/content.ts'
import { databaseCommands } from './commands/database.ts'
import { peopleCommands } from './commands/people.ts'
import type { Environment } from './config.ts'
import type { Deps } from './deps.ts'
import { refreshStatistics } from './ground/db/statistics.ts'
import type { Config } from './ground/settings.ts'

const commands: Record<string, Command> = { ...peopleCommands, ...contentCommands, ...databaseCommands }

const usageWidth = Math.max(...Object.values(commands).map(({ usage }) => usage.length))

function wrongUse(name: string, output: CommandOutput): number {
  output(`Usage: npm run registry -- ${commands[name]?.usage}`)
  return 2
}

const isKnown = (name: string | undefined): name is string =>
  name !== undefined && Object.hasOwn(commands, name)

/** Whether a command needs the database. Help and unknown commands do not. */
export function needsDatabase(args: readonly string[]): boolean {
  return isKnown(args[0]) && commands[args[0]]?.run !== undefined && !args.includes('--help')
}

/** Throws if a command would do harm with these settings. */
export function checkCommand(config: Config, [name, ...args]: readonly string[]): void {
  if (isKnown(name)) commands[name]?.check?.(config, args)
}

/** Whether a command is refused, instead of forwarded, while another process has the data open. */
export function needsExclusiveAccess([name]: readonly string[]): boolean {
  return isKnown(name) && commands[name]?.isExclusive === true
}

/** Whether a command can be run again after it was interrupted. */
export function isRepeatable([name]: readonly string[]): boolean {
  return isKnown(name) && commands[name]?.isRepeatable === true
}

/** Runs a command and resolves to its exit code. */
export async function runCommand(
  deps: Deps | undefined,
  [name, ...args]: readonly string[],
  output: CommandOutput,
  env: Environment = {},
): Promise<number> {
  if (name === undefined || name === '--help') return showAllCommands(output)
  if (!Object.hasOwn(commands, name)) {
    output(`There is no command ${name}. List all with npm run registry -- --help`)
    return 2
  }
  if (args.includes('--help')) return showCommand(name, output)
  return (await run(name, deps, args, output, env)) ?? wrongUse(name, output)
}

async function run(
  name: string,
  deps: Deps | undefined,
  args: readonly string[],
  output: CommandOutput,
  env: Environment,
): Promise<number | undefined> {
  const command = commands[name]
  if (command?.runAlone) return command.runAlone(env, output)
  if (!deps) throw new Error(`The command ${name} needs a database.`)
  try {
    return await command?.run?.(deps, args, output)
  } finally {
    if (command?.fillsTables) await refreshStatistics(deps.database)
  }
}

function showAllCommands(output: CommandOutput): number {
  output('Usage: npm run registry -- COMMAND')
  for (const group of groups) {
    output(`\n${group}`)
    for (const command of Object.values(commands))
      if (command.group === group) output(`  ${command.usage.padEnd(usageWidth)} ${command.description}`)
  }
  output('\nnpm run registry -- COMMAND --help shows an example.')
  return 0
}

function showCommand(name: string, output: CommandOutput): number {
  const { usage, description, example } = commands[name] as Command
  output(`Usage: npm run registry -- ${usage}\n`)
  output(description)
  output(`\nExample: npm run registry -- ${example}`)
  return 0
}
