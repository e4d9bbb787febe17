import { execFile } from 'node:child_process'
import { once } from 'node:events'
import { readFile, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import { delimiter, join } from 'node:path'
import { promisify } from 'node:util'
import { rolldown } from 'rolldown'
import { launchChromium } from '../chromium.ts'

const run = promisify(execFile)

/** Uses each library once, in ways that need its types and its code. */
const example = `import { inspectPack } from '@nodeyard/analysis/inspect'
import { filesOfRecord } from '@nodeyard/analysis/archive'
import { normalizeVersion } from '@nodeyard/analysis/manifest'
import { connect } from '@nodeyard/client'
import { currentText } from '@nodeyard/client/catalogue'
import { getNode } from '@nodeyard/contract/packs'
import { limits } from '@nodeyard/contract/limits'

const registry = connect('http://127.0.0.1:1')
const asked: Promise<{ name: string }> = registry.getNode({ params: { nodeId: 'a' } })
const failed = await asked.then(() => false, () => true)
export const result: string = [
  normalizeVersion('v1.2'),
  getNode.path,
  String(limits.archiveBytes > 0),
  currentText({ text: 'a' }),
  typeof inspectPack,
  String(filesOfRecord({ a: 'b' }).files.length),
  String(failed),
].join(' ')
`
const expected = '1.2.0 /nodes/:nodeId true a function 1 true'

/** Installs the archives into an empty folder, and uses them with types, in Node, bundled, and in a browser. */
export async function tryAsConsumer(
  root: string,
  folder: string,
  archives: readonly string[],
): Promise<string[]> {
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}')
  await run('npm', ['install', '--ignore-scripts', '--no-audit', '--no-fund', ...archives], { cwd: folder })
  await writeFile(join(folder, 'example.ts'), example)
  const tsc = join(root, 'node_modules/.bin/tsc')
  const strict = [
    '--strict',
    '--target',
    'esnext',
    '--module',
    'nodenext',
    '--lib',
    'esnext,dom',
    '--types',
    '',
    '--skipLibCheck',
    // The types of web-tree-sitter name others that it does not bring.
    'true',
  ]
  await run(tsc, [...strict, 'example.ts'], { cwd: folder })
  await writeFile(join(folder, 'main.js'), "import { result } from './example.js'\nconsole.log(result)\n")
  const nodes = await nodesHere()
  const inNodes = await Promise.all(
    nodes.map(async ({ path, version }) => {
      const { stdout } = await run(path, ['main.js'], { cwd: folder })
      return [`Node ${version}`, stdout.trim()] as const
    }),
  )
  const built = await rolldown({
    input: join(folder, 'example.js'),
    platform: 'browser',
    external: ['module', 'fs/promises'],
    logLevel: 'silent',
  })
  await built.write({ file: join(folder, 'bundle.js'), format: 'es' })
  await built.close()
  const inBrowser = await runInBrowser(await readFile(join(folder, 'bundle.js'), 'utf8'))
  const program = join(folder, 'node_modules/nodeyard/dist/nodeyard.js')
  for (const { path } of nodes) await run(path, [program, '--version'])
  for (const [place, found] of [...inNodes, ['the browser', inBrowser]])
    if (found !== expected) throw new Error(`${place}: ${found}`)
  return [
    'types resolve',
    `runs, and nodeyard starts, in Node ${nodes.map(({ version }) => version).join(' and ')}`,
    'runs bundled in a browser',
  ]
}

/** The project's Node, and the one of this machine, which can be as old as 20. */
async function nodesHere(): Promise<{ path: string; version: string }[]> {
  const found: { path: string; version: string }[] = []
  const folders = (process.env['PATH'] ?? '').split(delimiter).filter((one) => !one.includes('node_modules'))
  for (const path of [process.execPath, ...folders.map((one) => join(one, 'node'))]) {
    const version = await run(path, ['-p', 'process.versions.node']).then(
      ({ stdout }) => stdout.trim(),
      () => undefined,
    )
    if (version !== undefined && found.every((one) => one.version !== version)) found.push({ path, version })
  }
  return found
}

async function runInBrowser(script: string): Promise<string> {
  const server = createServer((request, response) => {
    const isScript = request.url === '/bundle.js'
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html')
    response.end(isScript ? script : '<!doctype html>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const bound = server.address()
  const browser = await launchChromium()
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${bound !== null && typeof bound === 'object' ? bound.port : 0}/`)
    return await page.evaluate(async () => (await import(/* @vite-ignore */ String('/bundle.js'))).result)
  } finally {
    await browser.close()
    server.close()
  }
}
