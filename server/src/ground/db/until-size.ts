/** A row has up to some 600 kB. */
const atOnce = 25

/**
 * Reads rows by their ids, a few at a time, and stops once all together exceed a size: strangers decide how large a row
 * is, and a large result ends the embedded database.
 * @param read returns rows in any order
 */
export async function readUntilSize<Row>(
  ids: readonly string[],
  { read, sizeOf, max }: { read(ids: string[]): Promise<Row[]>; sizeOf(row: Row): number; max: number },
): Promise<{ rows: Row[]; areAll: boolean }> {
  const rows: Row[] = []
  let size = 0
  for (let next = 0; next < ids.length; next += atOnce) {
    if (size > max) return { rows, areAll: false }
    const found = await read(ids.slice(next, next + atOnce))
    for (const row of found) size += sizeOf(row)
    rows.push(...found)
  }
  return { rows, areAll: true }
}
