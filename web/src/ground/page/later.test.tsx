// @vitest-environment happy-dom
import { act, render, screen, waitFor } from '@testing-library/react'
import { StrictMode } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { later } from './later.tsx'

afterEach(() => {
  document.body.replaceChildren()
  vi.unstubAllGlobals()
})

/** An observer that reports when the test says so. */
function watchedWindow() {
  const seen: (() => void)[] = []
  vi.stubGlobal(
    'IntersectionObserver',
    class {
      constructor(report: (entries: { isIntersecting: boolean }[]) => void) {
        seen.push(() => report([{ isIntersecting: true }]))
      }
      observe() {}
      disconnect() {}
    },
  )
  return {
    scrollThere: () => {
      for (const report of seen) report()
    },
  }
}

function pageFromServer(): HTMLElement {
  document.body.innerHTML =
    '<div id="page"><div class="min-w-0 empty:hidden grid"><!--$--><button type="button">Open</button><!--/$--></div></div>'
  return document.getElementById('page') ?? document.body
}

describe('a part that loads later', () => {
  it('keeps the HTML of the server, and acts on an early press once its code is there', async () => {
    const { scrollThere } = watchedWindow()
    const press = vi.fn()
    const code = Promise.withResolvers<() => React.JSX.Element>()
    const load = vi.fn(() => code.promise)
    const Part = later(load, 'grid')
    const page = pageFromServer()
    await act(async () =>
      hydrateRoot(
        page,
        <StrictMode>
          <Part />
        </StrictMode>,
      ),
    )
    const button = screen.getByText('Open')
    expect(load).not.toHaveBeenCalled()

    scrollThere()
    button.click()
    expect(load).toHaveBeenCalledOnce()
    expect(press).not.toHaveBeenCalled()

    await act(async () =>
      code.resolve(() => (
        <button type="button" onClick={press}>
          Open
        </button>
      )),
    )
    expect(screen.getByText('Open')).toBe(button)
    await waitFor(() => expect(press).toHaveBeenCalledOnce())
  })

  it('loads at once where the server sent nothing', async () => {
    const Part = later(async () => ({ name }: { name: string }) => <p>{name}</p>)
    await act(async () => render(<Part name="Here" />))
    expect(await screen.findByText('Here')).toBeDefined()
  })

  it('shows at once what is prepared', async () => {
    const Part = later(async () => () => <p>Here</p>)
    await Part.prepare()
    render(<Part />)
    expect(screen.getByText('Here')).toBeDefined()
  })

  it('tries a failed download again', async () => {
    const { scrollThere } = watchedWindow()
    const load = vi.fn(async () => () => <button type="button">Open</button>)
    load.mockRejectedValueOnce(new Error('no network'))
    const Part = later(load, 'grid')
    const page = pageFromServer()
    await act(async () => hydrateRoot(page, <Part />))
    await act(async () => scrollThere())
    await act(async () => scrollThere())
    expect(load).toHaveBeenCalledTimes(2)
  })
})
