import { sql } from 'kysely'
import pg from 'pg'

export const preparedMark = '/* prepared */'

/** Stands in front of a statement that is asked very often, and for which one plan is right whatever it is asked for. */
export const prepared = sql.raw(preparedMark)

/**
 * Statements that the query builder makes on one table, for a row that is added or for rows that are equal to what is
 * given: there is one plan for them. Not those that give whole rows, which end with an error when a later release adds
 * a column.
 */
const isOfOneTable = (text: string) => text.length < longestLooked && ofOneTable.test(text)
const longestLooked = 2000
const ofOneTable = new RegExp(
  [
    String.raw`^insert into "\w+" \([^()]*\) values \([^()]*\)( on conflict [^()]*(\([^()]*\)[^()]*)?)?$`,
    String.raw`^(select [\w", ]+ from "\w+"|update "\w+" set [^()]*?|delete from "\w+") where ("\w+" (= \$\d+|is (not )?null)( and )?)+( for (update|share))?$`,
  ].join('|'),
)

/** A statement that is put together in more ways than these is no longer planned once. */
const mostPrepared = 200

const names = new Map<string, string>()

function nameOf(text: string): string | undefined {
  const known = names.get(text)
  if (known !== undefined || names.size >= mostPrepared) return known
  if (!text.startsWith(preparedMark) && !isOfOneTable(text)) return undefined
  const name = `prepared_${names.size + 1}`
  names.set(text, name)
  return name
}

/** Begins what may take longer than any request: the changing of a large table, what goes over a whole catalogue. */
const allowsLong = /^\s*set local statement_timeout\b/i
const endsTransaction = /^\s*(commit|rollback)\s*$/i
/** The same for all that a connection does until it is taken back: for migrations, which come one transaction after the other. */
const allowsLongFromNow = /^\s*set statement_timeout\b/i
const allowsNoLonger = /^\s*reset statement_timeout\b/i

/** A connection that has statements that come again planned once for all of its life, instead of each time. */
export class PreparingClient extends pg.Client {
  #isInLongTransaction = false
  #isLongFromNow = false

  /** Whether a limit of their own was set for the statements of this transaction, or of all that come. */
  get mayTakeLong(): boolean {
    return this.#isInLongTransaction || this.#isLongFromNow
  }

  // The library's own has many forms; only the plain one, a text and its parameters, is looked at.
  override query(...args: unknown[]): never {
    const [text, values] = args
    if (typeof text === 'string') this.#noteLimit(text)
    const isPlain = typeof text === 'string' && Array.isArray(values) && args.length === 2
    const name = isPlain ? nameOf(text) : undefined
    const asked = name === undefined ? args : [{ name, text, values }]
    return Reflect.apply(super.query, this, asked) as never
  }

  #noteLimit(text: string): void {
    if (allowsLong.test(text)) this.#isInLongTransaction = true
    else if (endsTransaction.test(text)) this.#isInLongTransaction = false
    else if (allowsLongFromNow.test(text)) this.#isLongFromNow = true
    else if (allowsNoLonger.test(text)) this.#isLongFromNow = false
  }
}
