// Plain JavaScript for Node 20 without any package: this runs before anything is installed.
import { spawn } from 'node:child_process'
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { constants } from 'node:os'
import { delimiter, join, relative, sep } from 'node:path'
import { fileURLToPath } from 'node:url'

export const root = fileURLToPath(new URL('..', import.meta.url))

const modules = join(root, 'node_modules')
const binaries = join(modules, '.bin')
const node = join(binaries, 'node')
const lockFile = join(root, 'package-lock.json')
const installStamp = join(modules, '.nodeyard-lock-digest')
const stamps = {
  web: join(root, 'web/build/.source-digest'),
  cli: join(root, 'cli/dist/.source-digest'),
}
const oldestNode = 20

/** A problem of the machine that its owner can fix: one sentence, no stack. */
export class SetUpError extends Error {}

/** Runs `main` and ends the process with the exit code that it returns. */
export async function runAsProgram(main) {
  try {
    assertNodeVersion()
    process.exitCode = await main()
  } catch (error) {
    if (!(error instanceof SetUpError)) throw error
    process.stderr.write(`${error.message}\n`)
    process.exitCode = 1
  }
}

/** Runs `npm ci` when `node_modules` does not match the lock file. */
export async function ensureInstalled() {
  const digest = digestOf([lockFile])
  if (isStamped(installStamp, digest) && isComplete()) return
  if (!existsSync(installStamp) && isComplete() && holdsLockedVersions()) {
    // Installed manually from this lock file.
    removeUnused()
    writeFileSync(installStamp, digest)
    return
  }
  say('Installing the packages with npm ci; this takes a minute or two.')
  await npm(['ci', '--include=dev', '--no-audit', '--no-fund'])
  if (!isComplete())
    throw new SetUpError('npm ci ended without an error, but packages are missing in node_modules.')
  removeUnused()
  writeFileSync(installStamp, digest)
}

/** Removes 120 MB: the headers of Node, and the programs of the pattern analyzer, which runs as JavaScript. */
function removeUnused() {
  const nodes = join(modules, 'node/node_modules')
  const headers = (existsSync(nodes) ? readdirSync(nodes) : [])
    .filter((name) => name.startsWith('node-'))
    .map((name) => join(nodes, name, 'include'))
  const analyzers = readdirSync(modules)
    .filter((name) => name.startsWith('recheck-'))
    .flatMap((name) => ['recheck', 'recheck.exe', 'recheck.jar'].map((file) => join(modules, name, file)))
  for (const path of [...headers, ...analyzers]) rmSync(path, { recursive: true, force: true })
}

/** Builds the site, and the command line that the registry serves, when one of their source files has changed. */
export async function ensureBuilt(workspaces = ['web', 'cli']) {
  for (const workspace of workspaces) await ensureWorkspaceBuilt(workspace)
}

async function ensureWorkspaceBuilt(workspace) {
  const stamp = stamps[workspace]
  const digest = digestOf([...sourcesOf(workspace), lockFile])
  if (isStamped(stamp, digest)) return
  say(workspace === 'web' ? 'Building the site.' : 'Building the command line.')
  rmSync(stamp, { force: true })
  await npm(['run', 'build', '--workspace', workspace])
  writeFileSync(stamp, digest)
}

const shared = ['contract', 'analysis', 'planning'].map((name) => `${name}/src`)
const inputs = {
  web: ['web', ...shared],
  cli: ['cli', 'agents/src', 'client/src', 'outside/src', ...shared],
}

/** Folders whose changes affect what is built. */
export const sourceFolders = [...new Set([...inputs.web, ...inputs.cli])].map((folder) => join(root, folder))

/** Whether this file is a source of what is built. */
export function isBuildSource(path) {
  const parts = relative(root, path).split(sep)
  if (parts.some((part) => ['node_modules', '.react-router'].includes(part))) return false
  if (['web/build', 'cli/dist'].includes(`${parts[0]}/${parts[1]}`)) return false
  return !/\.test\.tsx?$/.test(path)
}

/**
 * Caches sources without types, and their compiled code, for the next start. Source: Node.js, module compile
 * cache.
 */
const compileCache = join(modules, '.cache/nodeyard-compile')

/** Variables that tests read, or that programs need to run. Others, such as `API_URL` or `GIT_DIR`, could change results. */
const ofTests = new RegExp(
  `^(?:${[
    'PATH|HOME|USER|LOGNAME|SHELL|TERM|TMPDIR|TEMP|TMP|CI|NO_COLOR|DISPLAY|XDG_.*|LD_.*|DYLD_.*|MALLOC_.*',
    'NODE_OPTIONS|NODE_EXTRA_CA_CERTS|NODE_COMPILE_CACHE|SSL_CERT_.*|PLAYWRIGHT_.*|npm_config_.*|npm_execpath',
    'https?_proxy|all_proxy',
    'TEST_.*|FUZZ_.*|CRASH_STRIDE|EVERY_LOOK|SLOW_NETWORK|SHOW_ANSWERS',
    'SystemRoot|ComSpec|PATHEXT|APPDATA|LOCALAPPDATA|USERPROFILE|ProgramFiles.*',
  ].join('|')})$`,
  'i',
)

/** The environment of tests: the same whatever the shell sets, and no request to this machine goes through a proxy. */
export function testEnvironment() {
  const kept = Object.entries(process.env).filter(([name]) => ofTests.test(name))
  const local = 'localhost,127.0.0.1,::1'
  return { ...Object.fromEntries(kept), NO_PROXY: local, no_proxy: local }
}

/** Starts a program on the project's own Node 24 in this terminal; resolves to its exit code. */
export function runNode(args, given = process.env) {
  // With an arena for each thread, the C library keeps over 60 MB of freed memory. Source: glibc, malloc tunables.
  // Large blocks go back to the system as soon as they are free.
  const memory = { MALLOC_ARENA_MAX: '2', MALLOC_MMAP_THRESHOLD_: '1048576' }
  const env = { NODE_COMPILE_CACHE: compileCache, ...memory, ...given }
  const child = spawn(node, args, { stdio: 'inherit', env })
  // On a terminal, Ctrl-C also reaches the child directly and must not count twice.
  const signals = process.stdin.isTTY ? ['SIGTERM', 'SIGHUP'] : ['SIGTERM', 'SIGHUP', 'SIGINT']
  for (const signal of ['SIGTERM', 'SIGHUP', 'SIGINT']) {
    process.on(signal, () => signals.includes(signal) && child.kill(signal))
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject)
    child.once('exit', (code, signal) => resolve(code ?? 128 + constants.signals[signal]))
  })
}

function assertNodeVersion() {
  if (Number(process.versions.node.split('.')[0]) >= oldestNode) return
  throw new SetUpError(`Node.js ${oldestNode} or newer is needed; this is ${process.versions.node}.`)
}

function isStamped(stamp, digest) {
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === digest
}

/** Returns one digest of the names and contents of files. */
function digestOf(files) {
  const hash = createHash('sha256')
  for (const file of files)
    hash
      .update(`${relative(root, file)}\0`)
      .update(readFileSync(file))
      .update('\0')
  return hash.digest('hex')
}

/** Whether every package that npm recorded as installed exists, including Node 24. */
function isComplete() {
  const installed = installedPackages()
  if (!installed || !isProgram(join(modules, 'node/bin/node'))) return false
  return Object.keys(installed).every((path) => existsSync(join(root, path, 'package.json')))
}

/** The binary comes from an install script: an interrupted one leaves an empty or missing file. */
function isProgram(path) {
  return existsSync(path) && statSync(path).size > 1_000_000 && (statSync(path).mode & 0o111) !== 0
}

/**
 * Returns npm's record of the installed packages, written at the end of an install; undefined without one.
 */
function installedPackages() {
  try {
    return JSON.parse(readFileSync(join(modules, '.package-lock.json'), 'utf8')).packages
  } catch {
    return undefined
  }
}

function holdsLockedVersions() {
  const installed = installedPackages()
  const locked = JSON.parse(readFileSync(lockFile, 'utf8')).packages
  return Object.entries(locked).every(([path, entry]) => {
    if (!path.includes('node_modules/')) return true
    const found = installed[path]
    return found ? found.version === entry.version : Boolean(entry.optional)
  })
}

function sourcesOf(workspace) {
  return inputs[workspace].flatMap((folder) => filesIn(join(root, folder))).sort()
}

function filesIn(folder) {
  return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name)
    if (!isBuildSource(path)) return []
    return entry.isDirectory() ? filesIn(path) : [path]
  })
}

/** Runs npm quietly and shows its output only when it fails. */
async function npm(args) {
  const { code, output } = await run(npmCommand(), args)
  if (code === 0) return
  if (/\b(ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH)\b/.test(output)) {
    throw new SetUpError(
      'The package registry does not answer: check the network, then run the same command again.',
    )
  }
  throw new SetUpError(`${output.trimEnd()}\n\nnpm ${args.join(' ')} failed with exit code ${code}.`)
}

/** Returns the npm that runs this script, or else the one on the PATH. */
function npmCommand() {
  const script = process.env.npm_execpath
  return script?.endsWith('npm-cli.js') && existsSync(script) ? [process.execPath, script] : ['npm']
}

function run([command, ...first], args) {
  return new Promise((resolve, reject) => {
    const child = spawn(command, [...first, ...args], {
      cwd: root,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, PATH: `${binaries}${delimiter}${process.env.PATH}` },
    })
    const chunks = []
    child.stdout.on('data', (chunk) => chunks.push(chunk))
    child.stderr.on('data', (chunk) => chunks.push(chunk))
    child.once('error', (error) => reject(error.code === 'ENOENT' ? new SetUpError(withoutNpm) : error))
    child.once('close', (code) => resolve({ code, output: Buffer.concat(chunks).toString('utf8') }))
  })
}

const withoutNpm = 'npm was not found: install Node.js 20 or newer together with npm.'

/** Uses standard error, so that `--json` output stays clean. */
function say(sentence) {
  process.stderr.write(`${sentence}\n`)
}
