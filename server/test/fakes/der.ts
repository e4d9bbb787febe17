/** Encodes the few types of ASN.1 that a test certificate needs. Source: X.690, DER. */
function encode(tag: number, ...parts: Buffer[]): Buffer {
  const content = Buffer.concat(parts)
  return Buffer.concat([Buffer.from([tag, ...lengthOf(content.length)]), content])
}

function lengthOf(length: number): number[] {
  if (length < 0x80) return [length]
  return length < 0x100 ? [0x81, length] : [0x82, length >> 8, length & 0xff]
}

export const sequence = (...parts: Buffer[]) => encode(0x30, ...parts)
export const integer = (value: number) => encode(0x02, Buffer.from([value]))
export const octets = (value: Buffer) => encode(0x04, value)
export const bits = (value: Buffer) => encode(0x03, Buffer.from([0]), value)
export const utf8 = (text: string) => encode(0x0c, Buffer.from(text))
export const context = (number: number, value: Buffer) => encode(0xa0 + number, value)

export function time(date: Date): Buffer {
  const text = date.toISOString().replace(/[-:T]|\.\d+/g, '')
  return encode(0x18, Buffer.from(text))
}

export function oid(text: string): Buffer {
  const [first = 0, second = 0, ...rest] = text.split('.').map(Number)
  return encode(0x06, Buffer.from([first * 40 + second, ...rest.flatMap(base128)]))
}

function base128(value: number): number[] {
  const digits = [value & 0x7f]
  for (let left = value >> 7; left > 0; left >>= 7) digits.unshift((left & 0x7f) | 0x80)
  return digits
}

export const ecdsaWithSha256 = sequence(oid('1.2.840.10045.4.3.2'))

/** A distinguished name with only a common name. */
export const name = (text: string) => sequence(encode(0x31, sequence(oid('2.5.4.3'), utf8(text))))
