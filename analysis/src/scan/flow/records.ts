import type { Call, Flow, Lookup, TextPlace } from './flow.ts'
import type { Expression } from './syntax.ts'
import type { Unit } from './values.ts'

/** The results of reading one unit; reading it again replaces them. */
export interface UnitRecords {
  calls: Call[]
  lookups: Lookup[]
  imports: Flow['imports'][number][]
  hooks: Flow['hooks'][number][]
}

/** All results so far, by the unit whose reading found them. */
export class Records {
  readonly #ofUnits = new Map<Unit, UnitRecords>()
  readonly #texts: TextPlace[] = []
  readonly #seenTexts = new Set<Expression>()

  /** Discards the results of an earlier reading of the unit. */
  begin(unit: Unit): void {
    this.#ofUnits.set(unit, { calls: [], lookups: [], imports: [], hooks: [] })
  }

  of(unit: Unit): UnitRecords | undefined {
    return this.#ofUnits.get(unit)
  }

  noteText(expression: Extract<Expression, { kind: 'text' }>, file: string): void {
    if (expression.text.length < 3 || this.#seenTexts.has(expression)) return
    this.#seenTexts.add(expression)
    this.#texts.push({ file, line: expression.line, text: expression.text })
  }

  get flow(): Flow {
    const records = [...this.#ofUnits.values()]
    return {
      calls: byLine(records.flatMap(({ calls }) => calls)),
      lookups: byLine(records.flatMap(({ lookups }) => lookups)),
      texts: this.#texts,
      imports: records.flatMap(({ imports }) => imports),
      hooks: byLine(records.flatMap(({ hooks }) => hooks)),
    }
  }
}

function byLine<Item extends { line: number }>(items: Item[]): Item[] {
  return items.sort((a, b) => a.line - b.line)
}
