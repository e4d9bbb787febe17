import type { Context, Options } from './context.ts'
import type { TextKey } from './texts.ts'

/** An option: its flags in commander's spelling, and its description. */
export type OptionSpec = readonly [flags: string, text: TextKey, isRepeatable?: 'repeatable']
export type Run = (context: Context, args: string[], options: Options) => Promise<number>

/** A command. Its code is loaded when it runs. */
export interface CommandSpec {
  name: string
  text: TextKey
  args?: readonly (readonly [name: string, text: TextKey])[]
  options?: readonly OptionSpec[]
  /** Commands that ask no registry have no option for it. */
  isOffline?: true
  load(): Promise<Run>
}

export const commonOptions: readonly OptionSpec[] = [['--lang <code>', 'opt_lang']]
export const registryOption: OptionSpec = ['--registry <url>', 'opt_registry']
