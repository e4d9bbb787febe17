import type { Locale } from '@nodeyard/contract/locales'

/** How one language writes numbers, sizes and times. */
export interface Formats {
  number(value: number): string
  /** 1.2K, 3M: one decimal at most. */
  compact(value: number): string
  /** A number of bytes in the unit that reads best. */
  bytes(value: number): string
  /** A day, in UTC, so that server and browser write the same. */
  date(iso: string): string
  dateTime(iso: string): string
  /** Such as "3 days ago". Only in the browser: a kept page would go on saying it. */
  ago(iso: string, now: number): string
  plural(count: number): Intl.LDMLPluralRule
  list(items: readonly string[]): string
}

const made = new Map<Locale, Formats>()

/** What formatters wrote, by what they were asked. */
export type Written = Readonly<Record<string, string>>

const written = new Map<string, string>()
let note: (asked: string, text: string) => void = () => {}

/**
 * In the browser: what the server wrote into this page need not be written again. The first formatter that a browser makes
 * reads the data of its language, which is the longest stretch of work of a page; and two programs may write differently.
 */
export function takeOver(page: Written): void {
  for (const [asked, text] of Object.entries(page)) written.set(asked, text)
}

/** On the server: tells of everything that is written. */
export function noteWith(noting: typeof note): void {
  note = noting
}

function write(asked: string, make: () => string): string {
  const text = written.get(asked) ?? make()
  note(asked, text)
  return text
}

/** The formatters of a language, made once: making one costs more than rendering the page around it. */
export function formatsOf(locale: Locale): Formats {
  const known = made.get(locale)
  if (known) return known
  const formats = createFormats(locale)
  made.set(locale, formats)
  return formats
}

/** Each formatter is made when it is first needed: a browser that has never written a date yet takes long over it. */
function createFormats(locale: Locale): Formats {
  const number = once(() => new Intl.NumberFormat(locale))
  const compact = once(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }))
  const date = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))
  const dateTime = once(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
  )
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const plurals = once(() => new Intl.PluralRules(locale))
  const list = once(() => new Intl.ListFormat(locale))
  return {
    number: (value) => write(`number ${value}`, () => number().format(value)),
    compact: (value) => write(`compact ${value}`, () => compact().format(value)),
    bytes: (value) => write(`bytes ${value}`, () => bytesIn(locale, value)),
    date: (iso) => write(`date ${iso}`, () => timeIn(iso, date())),
    dateTime: (iso) => write(`time ${iso}`, () => timeIn(iso, dateTime())),
    ago: (iso, now) => ago(Date.parse(iso) - now, relative()),
    plural: (count) => write(`plural ${count}`, () => plurals().select(count)) as Intl.LDMLPluralRule,
    list: (items) => write(`list ${JSON.stringify(items)}`, () => list().format(items)),
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: Value | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** A time that cannot be read is shown as it came. */
function timeIn(iso: string, format: Intl.DateTimeFormat): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : format.format(time)
}

const byteUnits = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const
const byteFormats = new Map<string, Intl.NumberFormat>()

function bytesIn(locale: Locale, value: number): string {
  const step = Math.min(Math.floor(Math.log10(Math.max(value, 1)) / 3), byteUnits.length - 1)
  const unit = byteUnits[step] ?? 'byte'
  const key = `${locale} ${unit}`
  const unitDisplay = unit === 'byte' ? 'long' : 'short'
  const format =
    byteFormats.get(key) ??
    new Intl.NumberFormat(locale, { style: 'unit', unit, unitDisplay, maximumFractionDigits: 1 })
  byteFormats.set(key, format)
  return format.format(value / 1000 ** step)
}

const minuteMs = 60_000
const spans: [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 365 * 24 * 60 * minuteMs],
  ['month', 30 * 24 * 60 * minuteMs],
  ['week', 7 * 24 * 60 * minuteMs],
  ['day', 24 * 60 * minuteMs],
  ['hour', 60 * minuteMs],
  ['minute', minuteMs],
]

function ago(differenceMs: number, format: Intl.RelativeTimeFormat): string {
  const [unit, span] = spans.find(([, length]) => Math.abs(differenceMs) >= length) ?? ['minute', minuteMs]
  return format.format(Math.trunc(differenceMs / span), unit)
}
