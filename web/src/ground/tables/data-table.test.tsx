import { RegistryRefusal } from '@nodeyard/contract/ground'
import { describe, expect, it } from 'vitest'
import { show, textIn } from '../site/site.test-support.tsx'
import { type Column, DataTable } from './data-table.tsx'

interface Row {
  id: string
  downloads: number
}
const columns: Column<Row>[] = [
  { id: 'id', title: 'Node', cell: ({ id }) => id, isHead: true, isSortable: true },
  {
    id: 'downloads',
    title: 'Downloads',
    cell: ({ downloads }) => downloads,
    isNumber: true,
    isSortable: true,
  },
]
const table = { caption: 'All nodes', columns, keyOf: ({ id }: Row) => id, empty: 'None yet.' }
const rows: Row[] = [{ id: 'blur', downloads: 3 }]

describe('DataTable', () => {
  it('names rows and columns, states its order, and links to others', () => {
    const linkTo = (by: string, isDescending: boolean) => `/nodes?sort=${isDescending ? '-' : ''}${by}`
    const html = show(
      <DataTable {...table} rows={rows} sort={{ by: 'downloads', isDescending: true, linkTo }} />,
    )
    expect(html).toContain('<caption class="sr-only">All nodes</caption>')
    expect(html).toMatch(/<th scope="row"[^>]*>.*blur/)
    expect(html).toMatch(/aria-sort="descending"[^>]*><a[^>]*href="\/nodes\?sort=downloads"/)
    expect(html).toContain('href="/nodes?sort=id"')
  })

  it('shows that it is loading, and explains an empty result', () => {
    expect(textIn(show(<DataTable {...table} rows={undefined} />))).toContain('Loading')
    expect(textIn(show(<DataTable {...table} rows={[]} />))).toBe('None yet.')
  })

  it("shows the server's error and keeps loaded rows", () => {
    const error = new RegistryRefusal(403, { error: 'not_admin', message: 'User is not admin' })
    const query = { error, refetch: async () => undefined as never, isPlaceholderData: false }
    const html = show(<DataTable {...table} rows={rows} query={query} />)
    expect(textIn(html)).toMatch(/Could not load this.*User is not admin.*Try again.*blur/)
  })
})
