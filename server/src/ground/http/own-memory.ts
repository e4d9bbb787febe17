/**
 * Copies bytes to a separate buffer. Node.js allocates short buffers, and the output of its compressors, as
 * slices of larger blocks, which stay in memory as long as any slice.
 */
export function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}
