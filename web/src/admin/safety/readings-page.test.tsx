// @vitest-environment happy-dom
import {
  approveReading,
  getReadingFigures,
  listFailedReadings,
  listHeldReadings,
} from '@nodeyard/contract/packs'
import { screen, waitFor } from '@testing-library/react'
import { describe, expect, it } from 'vitest'
import { fill, openPage, press, rowsOf } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on } from '../../ground/site/registry.test-support.ts'
import { adminPaths } from '../kit/admin-paths.ts'
import * as page from './readings-page.tsx'

const rules = [
  on(getReadingFigures, { ...exampleOf(getReadingFigures), is_on: true, read: 300, failed: { gone: 2 } }),
  on(listFailedReadings, exampleOf(listFailedReadings)),
  on(listHeldReadings, exampleOf(listHeldReadings)),
  on(approveReading, null),
]
const open = (query = '') =>
  openPage(page, {
    path: adminPaths.readings,
    at: adminPaths.readings + query,
    as: { isAdmin: true },
    rules,
  })

describe('list of readings for moderators', () => {
  it('shows why repositories could not be read, and filters by reason', async () => {
    const { reads } = open('?failure=gone')
    const [row] = await rowsOf('Failed')
    const [failed] = exampleOf(listFailedReadings).readings
    expect(row?.textContent).toContain(failed?.detail)
    expect(await screen.findByText(/^300 of /)).toBeTruthy()
    expect(reads(listFailedReadings).at(-1)?.query['failure']).toBe('gone')
  })

  it('approves a reading that is held back, with a reason', async () => {
    const { writes } = open('?show=held')
    await rowsOf('Held back')
    await press(/^Approve/)
    await fill('Reason', 'Reads its own settings.')
    await press('Approve')
    await waitFor(() => expect(writes()[0]?.body).toEqual({ reason: 'Reads its own settings.' }))
  })
})
