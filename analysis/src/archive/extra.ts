import { equalBytes, Fields } from './bytes.ts'

const zip64Id = 0x0001
const unicodePathId = 0x7075

/** The fields whose 32-bit value is all ones, so that zip64 fields replace them. */
interface Zip64Needs {
  size: boolean
  packedSize: boolean
  offset: boolean
}

type Zip64Values = Partial<Record<keyof Zip64Needs, number>>

/** Maps the extra fields by id. Returns undefined when they are damaged or an id occurs twice. */
export function readExtra(bytes: Uint8Array): ReadonlyMap<number, Uint8Array> | undefined {
  const found = new Map<number, Uint8Array>()
  const fields = new Fields(bytes)
  let at = 0
  while (at < bytes.byteLength) {
    if (at + 4 > bytes.byteLength) return undefined
    const id = fields.u16(at)
    const end = at + 4 + fields.u16(at + 2)
    if (end > bytes.byteLength || found.has(id)) return undefined
    found.set(id, bytes.subarray(at + 4, end))
    at = end
  }
  return found
}

/** Returns undefined when a required field is missing. */
export function readZip64(
  extra: ReadonlyMap<number, Uint8Array>,
  needs: Zip64Needs,
): Zip64Values | undefined {
  const values: Zip64Values = {}
  const fields = new Fields(extra.get(zip64Id) ?? new Uint8Array(0))
  let at = 0
  for (const name of ['size', 'packedSize', 'offset'] as const) {
    if (!needs[name]) continue
    if (at + 8 > fields.bytes.byteLength) return undefined
    values[name] = fields.u64(at)
    at += 8
  }
  return values
}

/** Whether there is a zip64 field, valid or not. */
export function hasZip64(extra: ReadonlyMap<number, Uint8Array>): boolean {
  return extra.has(zip64Id)
}

/** Some readers prefer the name in this field, so it must equal the plain name. */
export function repeatsName(extra: ReadonlyMap<number, Uint8Array>, name: Uint8Array): boolean {
  const field = extra.get(unicodePathId)
  return field === undefined || (field.byteLength >= 5 && equalBytes(field.subarray(5), name))
}
