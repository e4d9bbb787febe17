import type { Environment } from '../config.ts'
import type { Deps } from '../deps.ts'
import type { Config } from '../ground/settings.ts'

/** Prints one line. */
export type CommandOutput = (line: string) => void

/** Groups of the help text, in its order. */
export const groups = ['People and publishers', 'Content', 'Catalog', 'Keys and tokens', 'Database'] as const

export interface Command {
  usage: string
  group: (typeof groups)[number]
  example: string
  description: string
  /** Set if the command cannot run while another process has the data open. */
  isExclusive?: true
  /** Set if the command can change so many rows that the planner's statistics are outdated afterwards. */
  fillsTables?: true
  /** Set if the command can be run again after it was interrupted, and then continues. */
  isRepeatable?: true
  /** Set instead of `run` if the command opens nothing before. Resolves to the exit code. */
  runAlone?(env: Environment, output: CommandOutput): Promise<number>
  /** Throws for unsuitable settings, before anything is opened. */
  check?(config: Config, args: readonly string[]): void
  /** Resolves to the exit code, or to undefined when the arguments are wrong. */
  run?(deps: Deps, args: readonly string[], output: CommandOutput): Promise<number | undefined>
}
