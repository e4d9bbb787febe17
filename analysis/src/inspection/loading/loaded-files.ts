import type { Finding } from '../../ground/finding.ts'
import { toFinding } from '../../ground/finding.ts'
import { compileCommand } from '../../manifest/advice.ts'
import type { Fault } from '../../python/lexer.ts'
import { PythonSyntaxError } from '../../python/python-error.ts'
import type { PythonSources } from '../../python/sources.ts'
import type { Statement } from '../../python/syntax.ts'

const rule = {
  id: 'python-cannot-load',
  severity: 'medium',
  why: 'Python refuses the file and everything that imports it.',
} as const

/** The files that are loaded with the pack. Files that Python refuses become findings. */
export class LoadedFiles {
  readonly findings: Finding[] = []
  readonly #sources: PythonSources

  constructor(sources: PythonSources) {
    this.#sources = sources
  }

  /** Throws `PythonSyntaxError` for a file that Python refuses, as its import would. */
  statementsOf(path: string): readonly Statement[] | undefined {
    const fault = this.#sources.faultOf(path)
    if (!fault) return this.#sources.statementsOf(path)
    if (!this.findings.some(({ file_path }) => file_path === path)) this.findings.push(refused(path, fault))
    throw new PythonSyntaxError(`line ${fault.line} of ${path}: ${fault.message}`)
  }

  /** Returns none for a file that Python refuses: nothing in it ever runs. */
  runnableStatementsOf(path: string): readonly Statement[] {
    return this.#sources.faultOf(path) ? [] : (this.#sources.statementsOf(path) ?? [])
  }
}

function refused(path: string, { line, message, isEncoding }: Fault): Finding {
  const command = compileCommand(path)
  const advice = isEncoding ? 'Save the file as UTF-8.' : 'Correct the line, or what is open before it.'
  const fix = command ? `${advice} \`${command}\` says the same until it is right.` : advice
  return toFinding({ ...rule, fix }, path, {
    line,
    message: `Python cannot load this file: ${message} (line ${line}).`,
  })
}
