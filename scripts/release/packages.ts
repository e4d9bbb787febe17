import { execFile } from 'node:child_process'
import { cp, mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

const run = promisify(execFile)

/** Builds a published package and packs it into `out`. Returns the path of the archive. */
export async function packPackage(root: string, name: string, work: string, out: string): Promise<string> {
  const folder =
    name === 'contract' || name === 'analysis' ? await buildLibrary(root, name, work) : join(root, name)
  const { stdout } = await run('npm', ['pack', '--json', '--pack-destination', out], { cwd: folder })
  const [packed] = Object.values(JSON.parse(stdout) as Record<string, { filename: string }>)
  if (!packed) throw new Error(`npm packed nothing in ${folder}.`)
  return join(out, packed.filename.replace(/^@/, '').replace('/', '-'))
}

/** Compiles a library that runs from source here, and writes the manifest for consumers. */
async function buildLibrary(root: string, name: string, work: string): Promise<string> {
  const folder = join(work, name)
  await mkdir(folder, { recursive: true })
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
  const { private: _, ...manifest } = JSON.parse(await readFile(join(root, name, 'package.json'), 'utf8'))
  const exports = { './*': { types: './dist/*.d.ts', default: './dist/*.js' } }
  await writeFile(
    join(folder, 'package.json'),
    `${JSON.stringify({ ...manifest, exports, files: ['dist'], engines: { node: '>=20' } }, null, 2)}\n`,
  )
  await cp(join(root, 'LICENSE'), join(folder, 'LICENSE'))
  return folder
}
