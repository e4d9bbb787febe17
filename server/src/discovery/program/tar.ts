const blockBytes = 512

/** Writes a tar archive of regular files. Equal files give equal bytes. Source: POSIX, ustar. */
export function tarOf(files: ReadonlyMap<string, Buffer>): Buffer {
  const members = [...files].flatMap(([path, bytes]) => [headerOf(path, bytes.length, '0'), padded(bytes)])
  return Buffer.concat([...members, Buffer.alloc(2 * blockBytes)])
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
export function padded(bytes: Buffer): Buffer {
  return Buffer.concat([bytes, Buffer.alloc((blockBytes - (bytes.length % blockBytes)) % blockBytes)])
}
