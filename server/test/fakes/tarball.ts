import { gzipSync } from 'node:zlib'

const blockBytes = 512

export interface TarEntry {
  path: string
  content?: string | Buffer
  /** `5` is a folder, `2` a link. */
  type?: string
  /** Announced instead of the real size. */
  size?: number
}

/** Builds an archive of a commit as code hosts make them: one folder around everything, and the commit in a comment. */
export function tarballOf(entries: readonly TarEntry[], commit?: string): Buffer {
  return gzipSync(tarOf(entries, commit))
}

export function tarOf(entries: readonly TarEntry[], commit?: string): Buffer {
  const comment = commit === undefined ? [] : [paxEntry('g', `comment=${commit}`)]
  const files = entries.flatMap(({ path, content = '', type = '0', size }) => {
    const bytes = Buffer.from(content)
    const name = `repo-main/${path}`
    const long = Buffer.byteLength(name) > 100 ? [paxEntry('x', `path=${name}`)] : []
    return [...long, headerOf(name.slice(0, 100), size ?? bytes.length, type), padded(bytes)]
  })
  return Buffer.concat([...comment, ...files, Buffer.alloc(1024)])
}

function paxEntry(type: string, field: string): Buffer {
  let length = Buffer.byteLength(field) + 3
  while (`${length} ${field}\n`.length !== length) length = `${length} ${field}\n`.length
  const record = Buffer.from(`${length} ${field}\n`)
  return Buffer.concat([headerOf('pax_header', record.length, type), padded(record)])
}

/** Returns the header of a member; `type` is `0` for files. Cuts names to 100 bytes. */
export function headerOf(name: string, size: number, type: string): Buffer {
  const header = Buffer.alloc(blockBytes)
  header.write(name, 0, 100)
  header.write('0000644\0', 100)
  header.write('0000000\0'.repeat(2), 108)
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  header.write('00000000000\0', 136)
  header.write(' '.repeat(8), 148)
  header.write(type, 156)
  header.write('ustar\x0000', 257)
  const sum = header.reduce((all, byte) => all + byte, 0)
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return header
}

/** Fills the last block of a member. */
function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes)])
}
