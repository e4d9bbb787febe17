// @vitest-environment happy-dom
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useLocation } from 'react-router'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../ground/page/page.test-support.tsx'
import { SearchBox } from './search-box.tsx'
import { chooseShown, type ShelfWorkflow, shelfOf } from './shown-workflow.ts'
import { useTypedSearch } from './typed-search.ts'

const field = () => screen.findByRole<HTMLInputElement>('combobox')

describe('the search field of the home page', () => {
  const open = () => {
    const page = {
      Component: () => {
        const { search } = useLocation()
        return (
          <>
            <SearchBox />
            <textarea aria-label="Elsewhere" />
            <p>Address {search}</p>
          </>
        )
      },
    }
    return openPage(page, { path: '/' })
  }

  it('searches for the text without spaces around it when the form is sent', async () => {
    open()
    fireEvent.change(await field(), { target: { value: '  soft blur ' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    await screen.findByText('Address ?q=soft+blur')
  })

  it('gets the focus from the key /, except while the user types elsewhere', async () => {
    open()
    const input = await field()
    const elsewhere = screen.getByLabelText('Elsewhere')
    elsewhere.focus()
    fireEvent.keyDown(elsewhere, { key: '/' })
    expect(document.activeElement).toBe(elsewhere)
    elsewhere.blur()
    fireEvent.keyDown(document.body, { key: '/', ctrlKey: true })
    expect(document.activeElement).not.toBe(input)
    expect(fireEvent.keyDown(document.body, { key: '/' })).toBe(false)
    expect(document.activeElement).toBe(input)
  })
})

describe('a search that follows the typing', () => {
  function Live() {
    const { text, type, search } = useTypedSearch({ isLive: true })
    return (
      <form
        onSubmit={(event) => {
          event.preventDefault()
          search(text)
        }}
      >
        <input
          role="combobox"
          aria-expanded={false}
          value={text}
          onChange={({ target }) => type(target.value)}
        />
        <p>Address {useLocation().search}</p>
        <button type="submit">Search</button>
      </form>
    )
  }

  it('begins with the text of the address, and keeps filters but not the page', async () => {
    openPage({ Component: Live }, { path: '/', at: '/?q=blur&sort=newest&page=3' })
    const input = await field()
    expect(input.value).toBe('blur')
    fireEvent.change(input, { target: { value: 'fog' } })
    await waitFor(() => expect(screen.getByText(/^Address/).textContent).toContain('q=fog'))
    const address = screen.getByText(/^Address/).textContent
    expect(address).not.toContain('page=')
    expect(input.value).toBe('fog')
  })

  it('does not empty the results while the field is empty', async () => {
    openPage({ Component: Live }, { path: '/', at: '/?q=blur' })
    fireEvent.change(await field(), { target: { value: '' } })
    fireEvent.change(await field(), { target: { value: 'blur' } })
    fireEvent.click(screen.getByRole('button', { name: 'Search' }))
    screen.getByText('Address ?q=blur')
  })
})

describe('workflows of the home page', () => {
  const workflow = (node_id: string, comfy_node_count: number, kind: ShelfWorkflow['kind'] = 'example') =>
    ({ node_id, comfy_node_count, kind, title: `${node_id} ${comfy_node_count}` }) as ShelfWorkflow
  const titleOf = (all: ShelfWorkflow[]) => chooseShown(all)?.title

  it('shows one of each pack, at most six', () => {
    const all = ['a', 'a', 'b', 'c', 'd', 'e', 'f', 'g'].map((id, i) => workflow(id, i))
    expect(shelfOf(all).map(({ node_id }) => node_id)).toEqual(['a', 'b', 'c', 'd', 'e', 'f'])
  })

  it('draws the fullest example that can still be read', () => {
    expect(titleOf([workflow('a', 5), workflow('b', 13), workflow('c', 14)])).toBe('b 13')
    expect(titleOf([workflow('a', 9), workflow('b', 9)])).toBe('a 9')
  })

  it('draws no template, and nothing too small', () => {
    expect(titleOf([workflow('a', 8, 'template'), workflow('b', 3)])).toBeUndefined()
    expect(titleOf([])).toBeUndefined()
  })
})
