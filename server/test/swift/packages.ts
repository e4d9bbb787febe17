import { execFile } from 'node:child_process'
import { constants, globSync } from 'node:fs'
import { access, mkdir, mkdtemp, readFile, rename, rm } from 'node:fs/promises'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { promisify } from 'node:util'

export interface Python {
  command: string
  /** To be added to the environment, so that it finds Swift and what Swift needs. */
  env: Record<string, string>
}

const run = promisify(execFile)
const downloadTimeoutMs = 120_000

/**
 * A Python that can import Swift. What of Debian's packages the machine has not is downloaded by the machine's
 * own apt-get, which knows what needs what, and unpacked below the user's cache folder; nothing is installed,
 * none of the system's files is written, and no special right is needed.
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

export async function hasApt(): Promise<boolean> {
  return exists('/usr/bin/apt-get')
}

/** By its path: Debian's packages fit Debian's Python, not another that comes first on the PATH. */
const systemPython = '/usr/bin/python3'

/** A folder for each system whose packages differ, since a cache may travel from machine to machine. */
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

/** Fills the folder all at once, so that neither a crash nor a second test run leaves or meets half of it. */
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
    'Debug::NoLocking=true', // of the system's package database, which is only read
    'APT::Sandbox::User=root', // else root's download runs as a user who may not enter root's cache folder
    'Acquire::Retries=3',
    'Acquire::http::Timeout=20',
  ].flatMap((option) => ['--option', option])
  const complaints = await aptGet(['update', ...places]) // one dead source of many is none of our business
  const install = ['install', '--download-only', '--no-install-recommends', '--assume-yes']
  await aptGet([...install, ...places, 'python3-swift']).catch((error: Error) => {
    throw new Error(`${error.message}\n${complaints}`.trim())
  })
  return globSync(join(work, 'cache/archives/*.deb'))
}

/** Resolves with what it complained about without giving up. */
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
