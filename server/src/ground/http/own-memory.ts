/**
 * The same bytes in memory of their own. Node.js allocates short buffers, and the output of its compressors, as slices of
 * larger pieces; a slice keeps its whole piece in memory.
 */
export function inOwnMemory(bytes: Buffer): Buffer {
  if (bytes.length === bytes.buffer.byteLength) return bytes
  const own = Buffer.allocUnsafeSlow(bytes.length)
  own.set(bytes)
  return own
}
