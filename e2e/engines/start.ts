import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable } from 'node:stream'
import { findFreePort } from '../../server/test/postgres.ts'
import { untilTrue } from '../../server/test/until-true.ts'
import { type Driver, openMarionette, openWebDriver } from './driver.ts'

/** A browser engine other than Chromium. */
export interface Engine {
  name: 'Firefox' | 'WebKit'
  /** The reason why this machine cannot run it. */
  missing: string | undefined
  start(): Promise<RunningEngine>
}

export interface RunningEngine {
  driver: Driver
  /** Errors in the console since the last call: of scripts, of `console.error`, and refused by the security policy. */
  takeProblems(): Promise<string[]>
  stop(): Promise<void>
}

const firefox = findProgram('firefox', 'firefox-esr')
const webKitDriver = findProgram('WebKitWebDriver')
const screen = findProgram('Xvfb')

export const engines: readonly Engine[] = [
  { name: 'Firefox', missing: firefox ? undefined : 'Firefox is not installed', start: startFirefox },
  {
    name: 'WebKit',
    missing: !webKitDriver
      ? 'WebKitWebDriver is not installed'
      : screen
        ? undefined
        : 'Xvfb is not installed, and WebKitGTK needs a screen',
    start: startWebKit,
  },
]

function findProgram(...names: string[]): string | undefined {
  const folders = (process.env['PATH'] ?? '').split(delimiter)
  return names.flatMap((name) => folders.map((folder) => join(folder, name))).find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

async function startFirefox(): Promise<RunningEngine> {
  const profile = mkdtempSync(join(tmpdir(), 'nodeyard-firefox-'))
  writeFileSync(
    join(profile, 'user.js'),
    ['user_pref("marionette.port", 0);', 'user_pref("devtools.console.stdout.content", true);\n'].join('\n'),
  )
  const flags = [
    ...['--headless', '--marionette', '--remote-allow-system-access', '--no-remote'],
    ...['--profile', profile],
  ]
  const child = run(firefox ?? '', flags)
  const [, port = ''] = await findPrinted(
    [child.stdout, child.stderr],
    /Marionette\s+INFO\s+Listening on port (\d+)/,
  )
  const driver = await openMarionette(Number(port))
  const takeLogged = linesOf([child.stdout, child.stderr], /^console\.error: "/)
  return {
    driver,
    async takeProblems() {
      await driver.send('context', { value: 'chrome' })
      const found = await driver.send('run', { script: takeConsole, args: [] })
      await driver.send('context', { value: 'content' })
      return [...(found as string[]), ...takeLogged()]
    },
    async stop() {
      await end(child)
      rmSync(profile, { recursive: true, force: true, maxRetries: 5 })
    },
  }
}

async function startWebKit(): Promise<RunningEngine> {
  const display = run(screen ?? '', ['-displayfd', '1', '-screen', '0', '1600x1200x24', '-nolisten', 'tcp'])
  const [, number = ''] = await findPrinted([display.stdout], /(\d+)\n/)
  const port = await findFreePort()
  const server = run(webKitDriver ?? '', [`--port=${port}`], { DISPLAY: `:${number}` })
  const url = `http://127.0.0.1:${port}`
  await untilTrue(() =>
    fetch(`${url}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const driver = await openWebDriver(url)
  const runInPage = (script: string) => driver.send('run', { script, args: [] })
  return {
    driver: {
      async send(command, parameters) {
        const answer = await driver.send(command, parameters)
        if (command === 'navigate') await runInPage(listen)
        return answer
      },
    },
    takeProblems: async () => (await runInPage(takeHeard)) as string[],
    async stop() {
      await driver.send('quit')
      await end(server)
      await end(display)
    },
  }
}

/** Runs in the browser itself: takes the errors of pages out of the console. */
const takeConsole = `
  const found = Services.console.getMessageArray()
    .filter((one) => one instanceof Ci.nsIScriptError && /^https?:/.test(one.sourceName))
    .filter((one) => one.category === 'CSP_CSPViolationWithURI' || /^CSP|javascript/.test(one.category))
    .filter((one) => !(one.flags & Ci.nsIScriptError.warningFlag) || /^CSP/.test(one.category))
    .map((one) => one.category + ': ' + one.errorMessage + ' ' + one.sourceName + ':' + one.lineNumber)
  Services.console.reset()
  return found`

/** Runs in the page, because WebKit's driver shows no console: errors before the page has loaded are missed. */
const listen = `
  const hear = (text) => {
    const heard = JSON.parse(sessionStorage.getItem('heard') ?? '[]')
    sessionStorage.setItem('heard', JSON.stringify([...heard, String(text)]))
  }
  addEventListener('error', (event) => { if (event.message) hear(event.message) }, true)
  addEventListener('unhandledrejection', ({ reason }) => hear(reason))
  addEventListener('securitypolicyviolation', ({ blockedURI, violatedDirective }) =>
    hear(violatedDirective + ' refuses ' + blockedURI))
  const { error } = console
  console.error = (...parts) => { hear(parts.join(' ')); error(...parts) }`
const takeHeard = `
  const heard = JSON.parse(sessionStorage.getItem('heard') ?? '[]')
  sessionStorage.removeItem('heard')
  return heard`

/** Collects the printed lines that match, and returns a function that takes them. */
function linesOf(streams: Readable[], wanted: RegExp): () => string[] {
  let lines: string[] = []
  for (const stream of streams)
    createInterface({ input: stream }).on('line', (line) => {
      if (wanted.test(line)) lines.push(line)
    })
  return () => {
    const taken = lines
    lines = []
    return taken
  }
}

function run(program: string, flags: string[], env: Record<string, string> = {}) {
  const child = spawn(program, flags, {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, ...env },
  })
  const kill = () => child.kill('SIGKILL')
  process.once('exit', kill)
  child.once('exit', () => process.off('exit', kill))
  return child
}

async function end(child: ChildProcess): Promise<void> {
  const isOver = new Promise((resolve) => child.once('exit', resolve))
  if (child.exitCode === null && child.kill()) await isOver
}

/** Waits until a program prints a text, and lets it print on. */
function findPrinted(streams: Readable[], wanted: RegExp): Promise<RegExpExecArray> {
  return new Promise((resolve, reject) => {
    let text = ''
    for (const stream of streams) {
      stream.setEncoding('utf8').on('data', (piece: string) => {
        text += piece
        const found = wanted.exec(text)
        if (found) resolve(found)
      })
      stream.once('end', () => reject(new Error(`The program ended: ${text}`)))
    }
  })
}
