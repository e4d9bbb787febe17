import type { Locale } from '@nodeyard/contract/ground'
import { jsonText, type Output, type Paint } from './output.ts'
import type { Texts } from './texts.ts'

/** The surroundings of a command. */
export interface Context {
  env: Readonly<Record<string, string | undefined>>
  /** The folder that relative paths refer to. */
  folder: string
  stdout: Output
  stderr: Output
  /** Colors texts on standard output. */
  paint: Paint
  text: Texts
  /** The start of a command line that runs this program. */
  nodeyard: string
  locale: Locale
  /** Aborted by Ctrl-C. */
  signal: AbortSignal
  now(): Date
}

/** Values of a command's options. */
export type Options = Readonly<Record<string, string | boolean | string[] | undefined>>

export function textIn(options: Options, name: string): string | undefined {
  const value = options[name]
  return typeof value === 'string' ? value : undefined
}

/** Values of an option that can be repeated. */
export const textsIn = (options: Options, name: string): string[] => [options[name] ?? []].flat().map(String)

/** Prints a result for programs. */
export function printJson({ stdout }: Pick<Context, 'stdout'>, value: unknown): void {
  stdout.write(jsonText(value))
}

export const exitCodes = { done: 0, failed: 1, waiting: 2, interrupted: 130 } as const
