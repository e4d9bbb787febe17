import type { Chance } from '../../bench/data/chance.ts'

const odd = [0, 1, 0x7f, 0x80, 0xff, 0x50, 0x4b]

/** Changes, drops, doubles or truncates some bytes. */
export function mutateBytes(random: Chance, bytes: Uint8Array): Uint8Array {
  let result = Uint8Array.from(bytes)
  for (let left = random.below(6); left > 0 && result.length > 0; left--) {
    const at = random.below(result.length)
    const length = Math.min(result.length - at, 1 + random.below(24))
    const [before, part, after] = [
      result.slice(0, at),
      result.slice(at, at + length),
      result.slice(at + length),
    ]
    const change = random.below(5)
    if (change === 0) result = result.slice(0, at)
    else if (change === 1) result = joined(before, after)
    else if (change === 2) result = joined(before, part, part, after)
    else result[at] = random.happens(0.5) ? random.pick(odd) : random.below(256)
  }
  return result
}

function joined(...parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  return new Uint8Array(Buffer.concat(parts))
}

const splices = [...'()[]{}"\'\\\n:,=*#\0\ud800\u202e…', '"""', '    ', '**', '[[', 'f"{', '0x']

/** Drops, doubles, moves or inserts some parts. */
export function mutateText(random: Chance, text: string): string {
  let result = text
  for (let left = random.below(5); left > 0; left--) {
    const at = random.below(result.length + 1)
    const end = Math.min(result.length, at + random.below(40))
    const change = random.below(4)
    const part = result.slice(at, end)
    if (change === 0) result = result.slice(0, at) + result.slice(end)
    else if (change === 1) result = result.slice(0, end) + part + result.slice(end)
    else if (change === 2) result = result.slice(0, at) + random.pick(splices) + result.slice(at)
    else result = result.slice(0, at) + result.slice(end) + part
  }
  return result
}

/** Nests a value inside itself many times. */
export function nested(random: Chance, open: string, inner: string, close: string): string {
  const depth = random.pick([2, 30, 200, 3_000, 100_000])
  return open.repeat(depth) + inner + close.repeat(depth)
}
