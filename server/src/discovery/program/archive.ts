import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { packTar } from 'modern-tar'

export interface ProgramArchive {
  version: string
  bytes: Buffer
  /** Subresource integrity, as npm's lock files state it. */
  integrity: string
}

const cli = new URL('../../../../cli/', import.meta.url)

/**
 * Packs the built command line for npm, with the address of this registry's API. Equal builds and addresses give equal bytes.
 * It has no dependencies: npm waits minutes where it cannot reach its own registry. Rejects if the command line is not built.
 */
export async function packProgram(apiUrl: string): Promise<ProgramArchive> {
  const manifest = JSON.parse(await readFile(new URL('package.json', cli), 'utf8'))
  for (const name of ['scripts', 'devDependencies', 'optionalDependencies', 'files']) delete manifest[name]
  const names = (await readdir(new URL('dist/', cli))).filter((file) => !file.startsWith('.')).sort()
  const files = new Map([
    ['package/package.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
    ['package/LICENSE', await readFile(new URL('../LICENSE', cli))],
    ['package/README.md', await readFile(new URL('README.md', cli))],
    ['package/dist/registry.json', Buffer.from(`${JSON.stringify({ apiUrl })}\n`)],
  ])
  for (const file of names) files.set(`package/dist/${file}`, await readFile(new URL(`dist/${file}`, cli)))
  const members = [...files].map(([path, body]) => ({
    header: { name: path, size: body.length, mtime: new Date(0), mode: 0o644 },
    body,
  }))
  const bytes = await promisify(gzip)(await packTar(members), { level: 9 })
  // The header names the operating system, which differs between servers.
  bytes[9] = 255
  const digest = createHash('sha512').update(bytes).digest('base64')
  return { version: manifest.version, bytes, integrity: `sha512-${digest}` }
}
