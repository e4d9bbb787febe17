import { sql } from 'kysely'
import pg from 'pg'

const mark = '/* prepared */'

/** Stands in front of a statement that is asked very often, and for which one plan is right whatever it is asked for. */
export const prepared = sql.raw(mark)

/** A statement that is put together in more ways than these is no longer planned once. */
const mostPrepared = 200

const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostPrepared) return known
  const name = `prepared_${names.size + 1}`
  names.set(text, name)
  return name
}

/** Begins what may take longer than any request: the changing of a large table, what goes over a whole catalogue. */
const allowsLong = /^\s*set local statement_timeout\b/i
const endsTransaction = /^\s*(commit|rollback)\s*$/i

/** A connection that has marked statements planned once for all of its life, instead of each time. */
export class PreparingClient extends pg.Client {
  /** In a transaction that has set a limit of its own for its statements. */
  mayTakeLong = false

  // The library's own has many forms; only the plain one, a text and its parameters, is looked at.
  override query(...args: unknown[]): never {
    const [text, values] = args
    if (typeof text === 'string') {
      if (allowsLong.test(text)) this.mayTakeLong = true
      else if (endsTransaction.test(text)) this.mayTakeLong = false
    }
    const isPlain = typeof text === 'string' && Array.isArray(values) && args.length === 2
    const name = isPlain && text.startsWith(mark) ? nameOf(text) : undefined
    const asked = name === undefined ? args : [{ name, text, values }]
    return Reflect.apply(super.query, this, asked) as never
  }
}
