#!/usr/bin/env node
import './node-20.ts'
import { runCurrentProgram } from './current-program.ts'
import { run } from './run.ts'

const stopping = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => stopping.abort(new Error(signal)))

// A reader such as `head` may close the pipe early.
process.stdout.on('error', () => process.exit())

const args = process.argv.slice(2)
process.exitCode =
  (await runCurrentProgram(args, process.env)) ??
  (await run({
    args,
    env: process.env,
    // npm changes to the project's folder, but relative paths refer to the caller's.
    folder: process.env['INIT_CWD'] ?? process.cwd(),
    stdout: process.stdout,
    stderr: process.stderr,
    signal: stopping.signal,
  }))
