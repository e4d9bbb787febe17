// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { useLayoutEffect } from 'react'
import { createMemoryRouter, RouterProvider } from 'react-router'
import { afterEach, describe, expect, it } from 'vitest'
import { flagField, pageField, textField, useSearchChange } from './search-params.ts'

afterEach(cleanup)

const schema = { q: textField(50), mine: flagField, page: pageField }

function Filters({ isHasty = false }: { isHasty?: boolean }) {
  const change = useSearchChange<{ q: string; mine: boolean; page: number }>(schema)
  useLayoutEffect(() => {
    if (isHasty) change({ q: 'blur' })
  }, [isHasty, change])
  return (
    <>
      <button type="button" onClick={() => change({ q: 'blur' })}>
        text
      </button>
      <button type="button" onClick={() => change({ mine: true })}>
        mine
      </button>
    </>
  )
}

describe('useSearchChange', () => {
  it('keeps both of two quick changes and returns to the first page', async () => {
    const router = createMemoryRouter([{ path: '*', loader: async () => null, element: <Filters /> }], {
      initialEntries: ['/?page=3'],
    })
    render(<RouterProvider router={router} />)
    fireEvent.click(await screen.findByText('text'))
    fireEvent.click(screen.getByText('mine'))
    await waitFor(() => expect(router.state.location.search).toBe('?q=blur&mine=1'))
  })

  it('keeps a change made right after the first render', async () => {
    const isFirst = (url: string) => url.includes('q=') && !url.includes('mine=')
    const router = createMemoryRouter(
      [
        {
          path: '*',
          loader: ({ request }) => (isFirst(request.url) ? new Promise(() => {}) : null),
          element: <Filters isHasty />,
        },
      ],
      { initialEntries: ['/'] },
    )
    render(<RouterProvider router={router} />)
    fireEvent.click(await screen.findByText('mine'))
    await waitFor(() => expect(router.state.location.search).toBe('?q=blur&mine=1'))
  })
})
