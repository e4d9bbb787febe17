/**
 * The same bytes, in memory that holds nothing else. Node.js cuts short ones out of a piece of 64 KB, and what its
 * compressors give too: all of the piece stays for as long as they do.
 */
export function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}
