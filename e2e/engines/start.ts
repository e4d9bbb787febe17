import { type ChildProcess, spawn } from 'node:child_process'
import { accessSync, constants, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
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
  writeFileSync(join(profile, 'user.js'), 'user_pref("marionette.port", 0);\n')
  const flags = ['--headless', '--marionette', '--no-remote', '--profile', profile]
  const child = run(firefox ?? '', flags)
  const [, port = ''] = await findPrinted(
    [child.stdout, child.stderr],
    /Marionette\s+INFO\s+Listening on port (\d+)/,
  )
  const driver = await openMarionette(Number(port))
  return {
    driver,
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
  return {
    driver,
    async stop() {
      await driver.send('quit')
      await end(server)
      await end(display)
    },
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
