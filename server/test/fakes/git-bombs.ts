import { createHash } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { deflateSync } from 'node:zlib'
import { runGit } from './git-server.ts'

/** Makes a bare repository of 16 small objects whose 12 levels of trees have 10^12 folders and no file. Returns its commit. */
export function makeTreeBomb(path: string): string {
  mkdirSync(path, { recursive: true })
  const git = (args: string[], input = '') => runGit(path, args, input).trim()
  git(['init', '--quiet', '--bare', '--initial-branch=main'])
  let tree = git(['mktree'])
  for (let level = 0; level < 12; level++)
    tree = git(['mktree'], Array.from({ length: 10 }, (_, at) => `040000 tree ${tree}\tf${at}\n`).join(''))
  const code = git(['hash-object', '-w', '--stdin'], 'NODE_CLASS_MAPPINGS = {}\n')
  const root = git(['mktree'], `100644 blob ${code}\t__init__.py\n040000 tree ${tree}\tz\n`)
  const commit = git(['commit-tree', '-m', 'Bomb', root])
  git(['update-ref', 'refs/heads/main', commit])
  return commit
}

const copiedBytes = 15 * 1024 * 1024

/**
 * Serves a repository over git's protocol whose pack of some kilobytes has a delta that copies zeros over and over, so that
 * its object has this size.
 */
export async function servePackBomb(
  megabytes: number,
): Promise<{ url: string; commit: string; close(): Promise<void> }> {
  const { commit, pack } = packBomb(Math.ceil((megabytes * 1024 * 1024) / copiedBytes))
  const server = createServer(async (request, response) => {
    const kind = request.method === 'POST' ? 'result' : 'advertisement'
    response.setHeader('content-type', `application/x-git-upload-pack-${kind}`)
    const asked = Buffer.concat(await Array.fromAsync(request)).toString()
    if (request.method !== 'POST') return void response.end(advertisement(commit))
    const isLast = asked.includes('done')
    const shallow = asked.includes('deepen') ? `${line(`shallow ${commit}\n`)}0000` : ''
    response.end(Buffer.concat([Buffer.from(shallow), ...(isLast ? [Buffer.from(line('NAK\n')), pack] : [])]))
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    commit,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

const line = (text: string) => (text.length + 4).toString(16).padStart(4, '0') + text

function advertisement(commit: string): string {
  const able = 'shallow no-progress ofs-delta filter allow-tip-sha1-in-want allow-reachable-sha1-in-want'
  const refs =
    line(`${commit} HEAD\0${able} symref=HEAD:refs/heads/main\n`) + line(`${commit} refs/heads/main\n`)
  return `${line('# service=git-upload-pack\n')}0000${refs}0000`
}

function packBomb(copies: number): { commit: string; pack: Buffer } {
  const blob = stored(3, 'blob', Buffer.from('NODE_CLASS_MAPPINGS = {}\n'))
  const tree = stored(2, 'tree', Buffer.concat([Buffer.from('100644 __init__.py\0'), blob.digest]))
  const who = 'x <x@x> 1700000000 +0000'
  const text = `tree ${tree.digest.toString('hex')}\nauthor ${who}\ncommitter ${who}\n\nx\n`
  const commit = stored(1, 'commit', Buffer.from(text))
  const base = stored(3, 'blob', Buffer.alloc(copiedBytes))
  // Copies bytes of the base from its beginning: a flag byte, and the size in three bytes.
  const copy = Buffer.from([0xf0, copiedBytes & 255, (copiedBytes >> 8) & 255, (copiedBytes >> 16) & 255])
  const sizes = [sized(copiedBytes), sized(copies * copiedBytes)]
  const delta = Buffer.concat([...sizes, ...Array.from({ length: copies }, () => copy)])
  const bomb = Buffer.concat([head(7, delta.length), base.digest, deflateSync(delta)])
  const objects = [commit.packed, tree.packed, blob.packed, base.packed, bomb]
  const body = Buffer.concat([Buffer.from('PACK\0\0\0\u0002\0\0\0\u0005'), ...objects])
  return {
    commit: commit.digest.toString('hex'),
    pack: Buffer.concat([body, createHash('sha1').update(body).digest()]),
  }
}

function stored(kind: number, name: string, data: Buffer): { digest: Buffer; packed: Buffer } {
  const digest = createHash('sha1').update(`${name} ${data.length}\0`).update(data).digest()
  return { digest, packed: Buffer.concat([head(kind, data.length), deflateSync(data, { level: 9 })]) }
}

/** The header of an object in a pack: its kind, and its size with seven bits per byte after the first four. */
function head(kind: number, size: number): Buffer {
  const rest = size >> 4
  const first = (kind << 4) | (size & 15)
  return rest === 0 ? Buffer.from([first]) : Buffer.concat([Buffer.from([first | 0x80]), sized(rest)])
}

function sized(size: number): Buffer {
  const bytes: number[] = []
  for (let rest = size; ; rest >>= 7) {
    if (rest < 128) return Buffer.from([...bytes, rest])
    bytes.push((rest & 127) | 128)
  }
}
