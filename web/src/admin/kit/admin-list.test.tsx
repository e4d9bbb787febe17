// @vitest-environment happy-dom

import { deletePublisher } from '@nodeyard/contract/people'
import { listNodesForAdmins } from '@nodeyard/contract/safety'
import { useQuery } from '@tanstack/react-query'
import { screen, waitFor } from '@testing-library/react'
import { useState } from 'react'
import { describe, expect, it } from 'vitest'
import { fill, offersIn, openPage, press, rowsOf } from '../../ground/page/page.test-support.tsx'
import {
  choiceField,
  choicesField,
  flagField,
  pageField,
  type Schema,
  textField,
} from '../../ground/paths/search-params.ts'
import type { Viewer } from '../../ground/site/registry.test-support.ts'
import { useSite } from '../../ground/site/site.ts'
import { withoutEmpty } from '../../ground/site/without-empty.ts'
import { AdminList } from './admin-list.tsx'
import type { Action } from './row-actions.tsx'
import { useList } from './use-list.ts'

interface Search {
  q: string
  kind: 'all' | 'good' | 'bad'
  tags: readonly string[]
  mine: boolean
  page: number
}
const schema: Schema<Search> = {
  q: textField(10),
  kind: choiceField(['all', 'good', 'bad']),
  tags: choicesField(['a', 'b']),
  mine: flagField,
  page: pageField,
}

interface Row {
  id: string
}

/** A list with three rows, on one of several pages, that shows the state of its address. */
function Fruits({ actions, totalPages }: { actions: readonly Action<Row>[]; totalPages?: number }) {
  const list = useList('/fruits', schema)
  const { registry } = useSite()
  const read = useQuery({ queryKey: ['x'], queryFn: () => registry.call(listNodesForAdmins, { query: {} }) })
  return (
    <>
      <output>{JSON.stringify(list.search)}</output>
      <AdminList
        list={list}
        read={{ ...read, data: { totalPages } }}
        rows={[{ id: 'apple' }, { id: 'pear' }]}
        keyOf={({ id }) => id}
        caption="Fruits"
        empty="None."
        tabs={{
          label: 'Kinds',
          of: 'kind',
          choices: [
            { value: '', label: 'All' },
            { value: 'bad', label: 'Bad' },
          ],
        }}
        filters={[
          { label: 'Name', text: 'q' },
          {
            label: 'Kind',
            oneOf: 'kind',
            choices: [
              { value: '', label: 'Any' },
              { value: 'good', label: 'Good' },
            ],
          },
          {
            label: 'Tags',
            anyOf: 'tags',
            choices: [
              { value: 'a', label: 'Tag a' },
              { value: 'b', label: 'Tag b' },
            ],
          },
          { label: 'Mine', flag: 'mine', choice: 'Only mine' },
        ]}
        columns={[{ id: 'id', title: 'Fruit', isHead: true, cell: ({ id }) => id }]}
        actions={actions}
        nameOf={({ id }) => id}
      />
    </>
  )
}

const open = (at = '/fruits', actions: readonly Action<Row>[] = [], as: Viewer = { isAdmin: true }) =>
  openPage({ Component: () => <Fruits actions={actions} totalPages={5} /> }, { path: '/fruits', at, as })
const address = () => JSON.parse(document.querySelector('output')?.textContent ?? '{}')

describe('filters of an admin list', () => {
  it('show the state of the address', async () => {
    open('/fruits?q=ap&kind=good&tags=b&mine=1')
    await rowsOf('Fruits')
    expect(screen.getByLabelText<HTMLInputElement>('Name').value).toBe('ap')
    expect(screen.getByLabelText<HTMLSelectElement>('Kind').value).toBe('good')
    const isOn = (name: string) => screen.getByText(name).getAttribute('aria-pressed')
    expect(['Tag a', 'Tag b', 'Only mine'].map(isOn)).toEqual(['false', 'true', 'true'])
  })

  it('change one value each and return to the first page', async () => {
    open('/fruits?page=4')
    await fill('Kind', 'good')
    await waitFor(() => expect(address()).toEqual({ q: '', kind: 'good', tags: [], mine: false, page: 1 }))
    await press('Tag a')
    await press('Only mine')
    await waitFor(() => expect(address()).toMatchObject({ kind: 'good', tags: ['a'], mine: true }))
    await press('Tag a')
    await press('Only mine')
    await waitFor(() => expect(address()).toMatchObject({ kind: 'good', tags: [], mine: false }))
  })

  it('fall back to the default for unknown values in the address', async () => {
    open('/fruits?kind=bad')
    await rowsOf('Fruits')
    expect(screen.getByLabelText<HTMLSelectElement>('Kind').value).toBe('')
  })

  it('link the tabs to the list with that choice', async () => {
    open('/fruits?q=ap&page=3')
    await rowsOf('Fruits')
    const tabs = [...screen.getByRole('navigation', { name: 'Kinds' }).querySelectorAll('a')]
    expect(tabs.map((tab) => [tab.getAttribute('href'), tab.getAttribute('aria-current')])).toEqual([
      ['/fruits?q=ap', 'page'],
      ['/fruits?q=ap&kind=bad', null],
    ])
  })

  it('keep their values when the page changes', async () => {
    open('/fruits?q=ap&page=2')
    await rowsOf('Fruits')
    const pages = [...screen.getByRole('navigation', { name: 'Fruits' }).querySelectorAll('a')]
    expect(pages.map((link) => link.getAttribute('href'))).toContain('/fruits?q=ap&page=3')
  })
})

describe('row actions', () => {
  const forApples: Action<Row> = { text: 'Peel', isFor: ({ id }) => id === 'apple' }
  const forOwners: Action<Row> = { text: 'Sell', route: deletePublisher }
  const offered = async () => (await rowsOf('Fruits')).map(offersIn)

  it('include those that apply to the row and whose route the user can call', async () => {
    open('/fruits', [forApples, forOwners])
    expect(await offered()).toEqual([['Peel: apple'], []])
  })

  it('can be links', async () => {
    open('/fruits', [{ text: 'Show', to: ({ id }) => `/fruits?q=${id}` }])
    const [row] = await rowsOf('Fruits')
    expect(row?.querySelector('a')?.getAttribute('href')).toBe('/fruits?q=apple')
  })

  it('run at once or ask first', async () => {
    const ran: string[] = []
    open('/fruits', [
      { text: 'Run', run: ({ id }) => ran.push(id) },
      { text: 'Ask', dialog: ({ id }, close) => <Question name={id} close={close} /> },
    ])
    await press('Run: pear')
    expect(ran).toEqual(['pear'])
    await press('Ask: apple')
    await press('Really apple?')
    await waitFor(() => expect(screen.queryByText('Really apple?')).toBeNull())
  })
})

function Question({ name, close }: { name: string; close(): void }) {
  const [text] = useState(`Really ${name}?`)
  return (
    <button type="button" onClick={close}>
      {text}
    </button>
  )
}

describe('withoutEmpty', () => {
  it('leaves out empty values', () => {
    const values = { a: '', b: 'x', c: false, d: true, e: undefined, f: 0, g: [], h: [1] }
    expect(withoutEmpty(values)).toEqual({ b: 'x', d: true, f: 0, h: [1] })
  })
})
