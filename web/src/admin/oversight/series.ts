import type { DayNumbers } from '@nodeyard/contract/safety'
import { useState } from 'react'
import { useFormats, useSite, useText } from '../../ground/site/site.ts'

export const defaultDays = 30

/** A number that is recorded for each day. */
export interface Series {
  id: keyof DayNumbers
  title: string
  unit: string
  isTime?: boolean
  write(value: number): string
}

export function useSeries(): Series[] {
  const t = useText('admin-oversight')
  const duration = useDuration()
  const { number } = useFormats()
  const time = { unit: t('unit_time'), isTime: true, write: duration }
  return [
    { id: 'publishes', title: t('publishes'), unit: t('unit_versions_day'), write: number },
    { id: 'flags', title: t('flags'), unit: t('unit_versions_day'), write: number },
    { id: 'decisions', title: t('decisions'), unit: t('unit_versions_day'), write: number },
    { id: 'median_seconds', title: t('median'), ...time },
    { id: 'p95_seconds', title: t('p95'), ...time },
    { id: 'open', title: t('open'), unit: t('unit_versions'), write: number },
    { id: 'oldest_open_seconds', title: t('oldest_open'), ...time },
    { id: 'downloads', title: t('downloads'), unit: t('unit_downloads_day'), write: number },
  ]
}

export const numberIn = (value: unknown) => (typeof value === 'number' ? value : undefined)

export const valuesOf = (days: readonly DayNumbers[], id: keyof DayNumbers) =>
  days.map((row) => ({ day: row.day, value: numberIn(row[id]) }))

const units = [
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
] as const

/** Formats seconds in the largest unit that fits. */
function useDuration(): (seconds: number) => string {
  const { locale } = useSite().settings
  const [formats] = useState(
    () =>
      new Map(
        ['day', 'hour', 'minute', 'second'].map((unit) => [
          unit,
          new Intl.NumberFormat(locale, {
            style: 'unit',
            unit,
            unitDisplay: 'short',
            maximumFractionDigits: 1,
          }),
        ]),
      ),
  )
  return (seconds) => {
    const [unit, length] = units.find(([, length]) => seconds >= length) ?? ['second', 1]
    return formats.get(unit)?.format(seconds / length) ?? String(seconds)
  }
}
