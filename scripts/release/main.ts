// npm run release: makes everything that a release consists of, and tries it. Publishes only with --publish.
import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { parseArgs, promisify } from 'node:util'
import { tryAsConsumer } from './consumer.ts'
import { findForeignNames } from './names.ts'
import { packPackage } from './packages.ts'
import { listComponents } from './sbom.ts'
import { hasDatedSection, ownVersion, published, setVersion } from './versions.ts'

const run = promisify(execFile)
const root = join(import.meta.dirname, '../..')
const { values } = parseArgs({
  options: {
    'set-version': { type: 'string' },
    out: { type: 'string', default: 'data/release' },
    image: { type: 'string', default: 'nodeyard' },
    'skip-image': { type: 'boolean', default: false },
    'npm-owner': { type: 'string', default: 'nodeyard' },
    publish: { type: 'boolean', default: false },
  },
})

if (values['set-version'] !== undefined) {
  setVersion(root, values['set-version'])
  await run('npm', ['install', '--package-lock-only', '--no-audit', '--no-fund'], { cwd: root })
  console.log(`Every file states ${values['set-version']}. Date the section of CHANGELOG.md, and commit.`)
} else await release()

async function release(): Promise<void> {
  const version = ownVersion(root)
  const out = resolve(root, values.out)
  await assertReady(version)
  const foreign = await findForeignNames(publishedNames(), values['npm-owner'])
  if (values.publish && foreign.length > 0) throw new Error(foreign.join(' '))
  await rm(out, { recursive: true, force: true })
  await mkdir(out, { recursive: true })
  const work = await mkdtemp(join(tmpdir(), 'nodeyard-release-'))
  try {
    const archives: string[] = []
    for (const name of published) {
      archives.push(await packPackage(root, name, work, out))
      console.log(`✔ packed ${name}`)
    }
    const consumer = join(work, 'consumer')
    await mkdir(consumer)
    for (const line of await tryAsConsumer(root, consumer, archives)) console.log(`✔ as a consumer: ${line}`)
    const { text, count } = await listComponents(root)
    await writeFile(join(out, 'sbom.cdx.json'), text)
    console.log(`✔ listed ${count} components`)
    await run('tar', [
      '-czf',
      join(out, `nodeyard-chart-${version}.tgz`),
      '-C',
      join(root, 'deploy'),
      '--transform',
      's/^chart/nodeyard/',
      'chart',
    ])
    console.log('✔ packed the Helm chart')
    await buildImage(version)
    await writeDigests(out)
    await finish(version, archives)
    if (foreign.length > 0) throw new Error(foreign.join(' '))
  } finally {
    await rm(work, { recursive: true, force: true })
  }
}

const publishedNames = () =>
  published.map((name) => String(JSON.parse(readFileSync(join(root, name, 'package.json'), 'utf8')).name))

/** A release needs a dated section of the changelog; publishing it also needs a clean checkout. */
async function assertReady(version: string): Promise<void> {
  const changelog = await readFile(join(root, 'CHANGELOG.md'), 'utf8')
  const { stdout } = await run('git', ['status', '--porcelain'], { cwd: root })
  const problems = [
    ...(hasDatedSection(changelog, version) ? [] : [`CHANGELOG.md has no section [${version}] with a date.`]),
    ...(stdout === '' ? [] : ['The checkout has uncommitted changes.']),
  ]
  if (values.publish && problems.length > 0) throw new Error(problems.join(' '))
  for (const problem of problems) console.log(`! ${problem}`)
}

async function buildImage(version: string): Promise<void> {
  const hasDocker =
    !values['skip-image'] &&
    (await run('docker', ['info']).then(
      () => true,
      () => false,
    ))
  if (!hasDocker) {
    if (values.publish) throw new Error('No container service runs here, and --skip-image was not given.')
    console.log('− skipped the image: no container service runs here')
    return
  }
  const tag = `${values.image}:${version}`
  await run('docker', ['build', '-f', 'deploy/Containerfile', '-t', tag, '.'], {
    cwd: root,
    maxBuffer: 64 * 1024 * 1024,
  })
  const { stdout } = await run('docker', ['run', '--rm', '--read-only', '--entrypoint', 'id', tag, '-u'])
  if (stdout.trim() === '0') throw new Error('The image runs as root.')
  console.log(`✔ built ${tag}, which runs as user ${stdout.trim()} on a read-only disk`)
}

async function writeDigests(out: string): Promise<void> {
  const lines: string[] = []
  for (const name of (await readdir(out)).sort()) {
    const digest = createHash('sha256').update(await readFile(join(out, name)))
    lines.push(`${digest.digest('hex')}  ${name}`)
  }
  await writeFile(join(out, 'SHA256SUMS'), `${lines.join('\n')}\n`)
}

async function finish(version: string, archives: readonly string[]): Promise<void> {
  const image = `${values.image}:${version}`
  // Users of the action name the major version.
  const major = `v${version.split('.')[0]}`
  const commands: [string, ...string[]][] = [
    ...archives.map((path): [string, ...string[]] => ['npm', 'publish', '--access', 'public', path]),
    ['git', 'tag', '-a', `v${version}`, '-m', `Version ${version}`],
    ['git', 'tag', '-f', major, `v${version}^{}`],
    ['git', 'push', 'origin', `v${version}`],
    ['git', 'push', '-f', 'origin', major],
    ...(values['skip-image'] ? [] : [['docker', 'push', image] as [string, ...string[]]]),
  ]
  if (!values.publish) console.log('\nThis was a dry run. With --publish, these would follow:')
  for (const [command, ...args] of commands) {
    const shown = [command, ...args.map((arg) => (arg.startsWith('/') ? basename(arg) : arg))].join(' ')
    console.log(values.publish ? `▶ ${shown}` : `  ${shown}`)
    if (values.publish) await run(command, args, { cwd: root })
  }
}
