/**
 * Regroups bytes into blocks of one size; the last can be shorter. Collecting chunks would cost a hundred
 * bytes for each, and a client can send them a byte at a time.
 */
export async function* inBlocks(
  pieces: AsyncIterable<Uint8Array>,
  blockBytes: number,
): AsyncGenerator<Buffer> {
  let block = Buffer.alloc(blockBytes)
  let used = 0
  for await (const piece of pieces) {
    for (let rest = piece; rest.length > 0; ) {
      const taken = rest.subarray(0, blockBytes - used)
      block.set(taken, used)
      used += taken.length
      rest = rest.subarray(taken.length)
      if (used < blockBytes) continue
      yield block
      block = Buffer.alloc(blockBytes)
      used = 0
    }
  }
  if (used > 0) yield block.subarray(0, used)
}
