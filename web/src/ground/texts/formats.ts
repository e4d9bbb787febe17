import { directionOf, type Locale } from '@nodeyard/contract/ground'

/** Formats numbers, sizes and times in one language. */
export interface Formats {
  number(value: number): string
  /** 1.2K, 3M: one decimal at most. */
  compact(value: number): string
  /** A share from 0 to 1, in whole percent. */
  percent(share: number): string
  /** A byte count in the unit that reads best. */
  bytes(value: number): string
  /** A day in UTC, so that server and browser show the same. */
  date(iso: string): string
  dateTime(iso: string): string
  /** Such as "3 days ago". Browser only, because cached pages would become wrong. */
  ago(iso: string, now: number): string
  plural(count: number): Intl.LDMLPluralRule
  /** Such as "a, b, and c". In right-to-left languages, each item keeps its own direction. */
  list(items: readonly string[]): string
}

const cache = new Map<Locale, Formats>()

/** Formatted texts by request. */
export type FormattedTexts = Readonly<Record<string, string>>

const formatted = new Map<string, string>()
let note: (key: string, text: string) => void = () => {}

/**
 * Reuses the texts that the server formatted for this page. The first formatter loads the language data,
 * which is the longest task of a page in the browser; and server and browser may format differently.
 */
export function reuseFormatted(page: FormattedTexts): void {
  for (const [key, text] of Object.entries(page)) formatted.set(key, text)
}

/** Sets the callback that records every formatted text on the server. */
export function noteWith(callback: typeof note): void {
  note = callback
}

function write(key: string, make: () => string): string {
  const text = formatted.get(key) ?? make()
  note(key, text)
  return text
}

/** Returns the formatters of a language, cached because creating them costs more than rendering a page. */
export function formatsOf(locale: Locale): Formats {
  const known = cache.get(locale)
  if (known) return known
  const formats = createFormats(locale)
  cache.set(locale, formats)
  return formats
}

/** Creates each formatter on first use, because loading language data is slow in browsers. */
function createFormats(locale: Locale): Formats {
  const number = once(() => new Intl.NumberFormat(locale))
  const compact = once(() => new Intl.NumberFormat(locale, { notation: 'compact', maximumFractionDigits: 1 }))
  const date = once(() => new Intl.DateTimeFormat(locale, { dateStyle: 'medium', timeZone: 'UTC' }))
  const dateTime = once(
    () => new Intl.DateTimeFormat(locale, { dateStyle: 'long', timeStyle: 'short', timeZone: 'UTC' }),
  )
  const percent = once(() => new Intl.NumberFormat(locale, { style: 'percent' }))
  const relative = once(() => new Intl.RelativeTimeFormat(locale, { numeric: 'auto' }))
  const plurals = once(() => new Intl.PluralRules(locale))
  const list = once(() => new Intl.ListFormat(locale))
  return {
    number: (value) => write(`number ${value}`, () => number().format(value)),
    compact: (value) => write(`compact ${value}`, () => compact().format(value)),
    percent: (share) => write(`percent ${share}`, () => percent().format(share)),
    bytes: (value) => write(`bytes ${value}`, () => bytesIn(locale, value)),
    date: (iso) => write(`date ${iso}`, () => timeIn(iso, date())),
    dateTime: (iso) => write(`time ${iso}`, () => timeIn(iso, dateTime())),
    ago: (iso, now) => ago(Date.parse(iso) - now, relative()),
    plural: (count) => write(`plural ${count}`, () => plurals().select(count)) as Intl.LDMLPluralRule,
    list: (items) => write(`list ${JSON.stringify(items)}`, () => list().format(isolatedIn(locale, items))),
  }
}

/** Isolates values from the text direction of the sentence, where that is not the usual one of code. */
export function isolatedIn(locale: Locale, values: readonly string[]): readonly string[] {
  return directionOf(locale) === 'rtl' ? values.map((value) => `\u2068${value}\u2069`) : values
}

function once<Value>(make: () => Value): () => Value {
  let cache: Value | undefined
  return () => {
    cache ??= make()
    return cache
  }
}

/** The abbreviation at the end of Russian dates, whose period would double that of a sentence. */
const yearWord = /\sг\.$/u

/** An invalid time is returned unchanged. */
function timeIn(iso: string, format: Intl.DateTimeFormat): string {
  const time = Date.parse(iso)
  return Number.isNaN(time) ? iso : format.format(time).replace(yearWord, '')
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
