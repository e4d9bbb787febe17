import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Builds a published package and packs it into `out`. Returns the path of the archive. */
export async function packPackage(root: string, name: string, work: string, out: string): Promise<string> {
  const folder = join(work, name)
  await mkdir(folder, { recursive: true })
  const isSource = name === 'contract' || name === 'analysis'
  if (isSource) await compile(root, name, folder)
  else {
    await run('npm', ['run', 'build', '--workspace', name], { cwd: root })
    await cp(join(root, name, 'dist'), join(folder, 'dist'), { recursive: true })
  }
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  await cp(join(root, name, 'README.md'), join(folder, 'README.md'))
  await writeManifest(join(root, name), folder, isSource)
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', out], { cwd: folder })
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>)
  if (!packed) throw new Error(`npm packed nothing in ${folder}.`)
  return join(out, packed.filename.replace(/^@/, '').replace('/', '-'))
}

/** Compiles a library that runs from source here. */
async function compile(root: string, name: string, folder: string): Promise<void> {
  const settings = {
    extends: join(root, 'client/tsconfig.json'),
    compilerOptions: {
      rootDir: join(root, name, 'src'),
      outDir: join(folder, 'dist'),
      lib: ['esnext', 'dom', 'dom.iterable'],
      types: [],
      resolveJsonModule: true,
    },
    include: [join(root, name, 'src')],
    exclude: [join(root, name, 'src/**/*.test.ts'), join(root, name, 'src/**/*.test-support.ts')],
  }
  await writeFile(join(folder, 'tsconfig.json'), JSON.stringify(settings))
  await run(join(root, 'node_modules/.bin/tsc'), ['-p', join(folder, 'tsconfig.json')], { cwd: root })
}

/** Writes the manifest for consumers: without what only this repository needs. */
async function writeManifest(from: string, folder: string, isSource: boolean): Promise<void> {
  const given = JSON.parse(await readFile(join(from, 'package.json'), 'utf8'))
  const { private: _, scripts: __, devDependencies: ___, ...manifest } = given
  const written = {
    ...manifest,
    ...(isSource ? { exports: compiledExports(given.exports) } : {}),
    files: ['dist'],
    engines: { node: '>=20' },
  }
  await writeFile(join(folder, 'package.json'), `${JSON.stringify(written, null, 2)}\n`)
}

/** Points each entry to its compiled files. */
function compiledExports(
  exports: Record<string, string>,
): Record<string, { types: string; default: string }> {
  const compiled = Object.entries(exports).map(([name, source]) => {
    const file = source.replace('./src/', './dist/').replace(/\.ts$/, '')
    return [name, { types: `${file}.d.ts`, default: `${file}.js` }]
  })
  return Object.fromEntries(compiled)
}
