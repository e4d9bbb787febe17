import { gzipSync } from 'node:zlib'

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
    return [...long, header(name.slice(0, 100), size ?? bytes.length, type), padded(bytes)]
  })
  return Buffer.concat([...comment, ...files, Buffer.alloc(1024)])
}

function paxEntry(type: string, field: string): Buffer {
  let length = Buffer.byteLength(field) + 3
  while (`${length} ${field}\n`.length !== length) length = `${length} ${field}\n`.length
  const record = Buffer.from(`${length} ${field}\n`)
  return Buffer.concat([header('pax_header', record.length, type), padded(record)])
}

export function header(name: string, size: number, type: string): Buffer {
  const head = Buffer.alloc(512)
  head.write(name, 0, 100)
  head.write('0000644\0', 100)
  head.write('0000000\0'.repeat(2), 108)
  head.write(`${size.toString(8).padStart(11, '0')}\0`, 124)
  head.write('00000000000\0', 136)
  head.write(' '.repeat(8), 148)
  head.write(type, 156)
  head.write('ustar\x0000', 257)
  const sum = head.reduce((all, byte) => all + byte, 0)
  head.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148)
  return head
}

function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((512 - (bytes.length % 512)) % 512)])
}
