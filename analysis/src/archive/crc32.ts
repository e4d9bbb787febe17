/** Eight consecutive tables of 256 entries. */
const table = makeTable()

/** Computes the CRC-32 that zip uses, over several pieces: `crc = crc32(piece, crc)`, starting from 0. */
export function crc32(bytes: Uint8Array, previous = 0): number {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  let crc = ~previous
  let at = 0
  // Processes eight bytes per step, because one byte per step would take longer than inflating.
  for (const end = bytes.byteLength - 7; at < end; at += 8) {
    const low = crc ^ view.getInt32(at, true)
    const high = view.getInt32(at + 4, true)
    crc =
      entry(1792 + (low & 255)) ^
      entry(1536 + ((low >>> 8) & 255)) ^
      entry(1280 + ((low >>> 16) & 255)) ^
      entry(1024 + (low >>> 24)) ^
      entry(768 + (high & 255)) ^
      entry(512 + ((high >>> 8) & 255)) ^
      entry(256 + ((high >>> 16) & 255)) ^
      entry(high >>> 24)
  }
  for (; at < bytes.byteLength; at++) crc = entry((crc ^ view.getUint8(at)) & 255) ^ (crc >>> 8)
  return ~crc >>> 0
}

function entry(index: number): number {
  return table[index] as number
}

function makeTable(): Int32Array {
  const made = new Int32Array(8 * 256)
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? 0xedb88320 ^ (crc >>> 1) : crc >>> 1
    made[byte] = crc
  }
  for (let index = 256; index < made.length; index++) {
    const before = made[index - 256] as number
    made[index] = (made[before & 255] as number) ^ (before >>> 8)
  }
  return made
}
