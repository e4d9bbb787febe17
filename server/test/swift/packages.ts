import { execFile } from 'node:child_process'
import { constants, globSync } from 'node:fs'
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export interface Python {
  command: string
  /** Environment variables that let Python find Swift and its dependencies. */
  env: Record<string, string>
}

const run = promisify(execFile)
const downloadTimeoutMs = 120_000

/**
 * Returns a Python that can import Swift. Missing Debian packages are downloaded by the machine's own
 * apt-get, which resolves dependencies, and unpacked below the user's cache folder. Nothing is installed, no
 * system file is written, and no special permission is needed.
 */
export async function getSwiftPackages(): Promise<Python> {
  if (!(await hasApt())) throw new Error('Swift comes from Debian packages, and there is no apt-get here')
  const folder = await cacheFolder()
  if (!(await exists(folder))) await download(folder)
  const [ownPython] = globSync(join(folder, 'usr/bin/python3.[0-9]*'))
  const libraries = globSync(join(folder, '{usr/,}lib/*-linux-gnu*'))
  return {
    command: ownPython ?? systemPython,
    env: {
      PYTHONPATH: join(folder, 'usr/lib/python3/dist-packages'),
      LD_LIBRARY_PATH: libraries.join(':'),
    },
  }
}

/** Whether this system has apt-get. */
export async function hasApt(): Promise<boolean> {
  return exists('/usr/bin/apt-get')
}

/** Absolute, because Debian's packages need Debian's Python rather than the first on the PATH. */
const systemPython = '/usr/bin/python3'

/** One folder per system, since packages differ and a cache can move between machines. */
async function cacheFolder(): Promise<string> {
  const release = await readFile('/etc/os-release', 'utf8')
  const field = (name: string) => new RegExp(`^${name}="?([\\w.]+)`, 'm').exec(release)?.[1] ?? 'unknown'
  const python = (await exists(systemPython)) ? 'python' : 'bare'
  return join(
    homedir(),
    '.cache/nodeyard',
    `swift-${field('ID')}-${field('VERSION_ID')}-${process.arch}-${python}`,
  )
}

/** Fills the folder atomically, so that crashes and concurrent runs never see an incomplete one. */
async function download(folder: string): Promise<void> {
  await mkdir(dirname(folder), { recursive: true })
  const work = await mkdtemp(`${folder}-`)
  try {
    const archives = await downloadArchives(work)
    const unpacked = join(work, 'unpacked')
    for (const archive of archives) await run('dpkg-deb', ['--extract', archive, unpacked])
    await rename(unpacked, folder).catch(async (error) => {
      if (!(await exists(folder))) throw error
    })
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

async function downloadArchives(work: string): Promise<string[]> {
  await Promise.all(
    ['lists/partial', 'cache/archives/partial'].map((path) => mkdir(join(work, path), { recursive: true })),
  )
  const places = [
    `Dir::State::Lists=${work}/lists`,
    `Dir::Cache=${work}/cache`,
    'Debug::NoLocking=true', // the system's package database is only read
    'APT::Sandbox::User=root', // otherwise root's download runs as a user that cannot enter root's cache folder
    'Acquire::Retries=3',
    'Acquire::http::Timeout=20',
  ].flatMap((option) => ['--option', option])
  const complaints = await aptGet(['update', ...places]) // ignores a single dead source
  const install = ['install', '--download-only', '--no-install-recommends', '--assume-yes']
  await aptGet([...install, ...places, 'python3-swift']).catch((error: Error) => {
    throw new Error(`${error.message}\n${complaints}`.trim())
  })
  return globSync(join(work, 'cache/archives/*.deb'))
}

/** Resolves with the warnings. */
async function aptGet(args: string[]): Promise<string> {
  const env = { ...process.env, LC_ALL: 'C' }
  try {
    const { stderr } = await run('apt-get', args, { env, timeout: downloadTimeoutMs, maxBuffer: 2 ** 24 })
    return stderr.trim()
  } catch (error) {
    const { stderr } = error as { stderr?: string }
    throw new Error(`apt-get ${args[0]} failed: ${stderr?.trim() || error}`)
  }
}

function exists(path: string): Promise<boolean> {
  return access(path, constants.F_OK).then(
    () => true,
    () => false,
  )
}
