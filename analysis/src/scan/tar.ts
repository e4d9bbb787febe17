/** One member of a tar archive, as its header describes it. */
interface TarMember {
  path: string
  kind: 'file' | 'link' | 'other'
  /** The target of a link. */
  target: string
  bytes: Uint8Array
}

const block = 512
const decoder = new TextDecoder('latin1')

export function isTar(bytes: Uint8Array): boolean {
  return textAt(bytes, 257, 5) === 'ustar'
}

/**
 * Yields the members of a tar archive, up to its end or the first invalid header. Source: POSIX, pax, ustar.
 */
export function* tarMembers(bytes: Uint8Array): Generator<TarMember> {
  for (let at = 0; at + block <= bytes.byteLength; ) {
    const header = bytes.subarray(at, at + block)
    const size = Number.parseInt(textAt(header, 124, 12).trim() || '0', 8)
    if (header.every((byte) => byte === 0) || !Number.isSafeInteger(size) || size < 0) return
    const [prefix, name] = [textAt(header, 345, 155), textAt(header, 0, 100)]
    const start = at + block
    yield {
      path: prefix === '' ? name : `${prefix}/${name}`,
      kind: kindOf(textAt(header, 156, 1)),
      target: textAt(header, 157, 100),
      bytes: bytes.subarray(start, start + size),
    }
    at = start + Math.ceil(size / block) * block
  }
}

function kindOf(flag: string): TarMember['kind'] {
  if (flag === '' || flag === '0') return 'file'
  return flag === '1' || flag === '2' ? 'link' : 'other'
}

function textAt(bytes: Uint8Array, start: number, length: number): string {
  const text = decoder.decode(bytes.subarray(start, start + length))
  const end = text.indexOf('\0')
  return end < 0 ? text : text.slice(0, end)
}
