import type { Locale } from '@nodeyard/contract/ground'

const secondMs = 1000
const units = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', secondMs],
] as const

/** Formats a duration in its largest unit, such as "3 minutes"; below one second, in tenths of a second. */
export function durationText(ms: number, locale: Locale): string {
  const [unit, length] = units.find(([, one]) => ms >= one) ?? (['second', secondMs] as const)
  const value = ms / length
  const maximumFractionDigits = unit === 'second' && value < 10 ? 1 : 0
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    unitDisplay: 'long',
    maximumFractionDigits,
  }).format(ms < secondMs ? Math.max(0.1, value) : value)
}
