import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

const programs = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
// The tests talk to this machine only: a browser that looks for updates and hosts would wait for them.
const quiet = [
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-quic',
  '--disable-sync',
  '--no-first-run',
]

/** Starts a headless Chromium for tests. */
export async function launchChromium(): Promise<Browser> {
  // Chromium refuses its sandbox as root.
  const sandbox = process.getuid?.() === 0 ? ['--no-sandbox'] : []
  return chromium.launch({ executablePath: await findChromium(), args: [...quiet, ...sandbox] })
}

/** Playwright's own Chromium, or one on this machine, or Debian's, installed when this is root on Debian. */
export async function findChromium(): Promise<string> {
  const found = findInstalled()
  if (found) return found
  if (isRootOnDebian()) await installFromDebian()
  const installed = findInstalled()
  if (installed) return installed
  throw new Error(
    'No Chromium was found: install Chromium or Google Chrome, or run npx playwright-core install chromium.',
  )
}

function findInstalled(): string | undefined {
  const onPath = (process.env['PATH'] ?? '')
    .split(delimiter)
    .flatMap((folder) => programs.map((program) => join(folder, program)))
  return [chromium.executablePath(), ...onPath, ...applications].find(isExecutable)
}

function isExecutable(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

function isRootOnDebian(): boolean {
  return process.getuid?.() === 0 && existsSync('/etc/debian_version') && existsSync('/usr/bin/apt-get')
}

async function installFromDebian(): Promise<void> {
  console.error('Installing Chromium with apt-get for the browser tests.')
  const aptGet = (...args: string[]) =>
    promisify(execFile)('apt-get', args, { env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' } })
  // The machine may never have fetched the package lists, or long ago.
  await aptGet('update')
  await aptGet('install', '-y', '--no-install-recommends', 'chromium')
}
