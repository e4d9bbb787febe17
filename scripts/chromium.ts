import { execFile } from 'node:child_process'
import { accessSync, constants, existsSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { type Browser, chromium } from 'playwright-core'

/** The first has no windows of its own, and takes half of the work of the others in most journeys. */
const programs = [
  'chromium-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome',
  'google-chrome-stable',
]
const applications = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
]
// The tests use only this machine, and would wait for a browser's requests for updates and hosts.
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

/** Finds Playwright's Chromium, or one on this machine, or installs Debian's as root on Debian. */
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
  // The package lists can be missing or outdated.
  await aptGet('update')
  await aptGet('install', '-y', '--no-install-recommends', 'chromium-headless-shell')
}
