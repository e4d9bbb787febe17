import { gzipSync } from 'node:zlib'
import { headerOf, padded } from '../../src/discovery/program/tar.ts'

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
