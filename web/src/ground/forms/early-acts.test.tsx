// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { doEarlyActs } from './early-acts.ts'
import { Field } from './field.tsx'
import { recordEarlyActs } from './record-early-acts.ts'

function Form() {
  const [name, setName] = useState('')
  const [place, setPlace] = useState('here')
  return (
    <>
      <Field label="Name" value={name} onChange={(event) => setName(event.target.value)} />
      <Field label="Place" value={place} onChange={(event) => setPlace(event.target.value)} />
      <output>{`${name} ${place}`}</output>
    </>
  )
}

describe('useEarlyText', () => {
  it('keeps text typed before hydration and passes it to the form', async () => {
    const container = document.createElement('div')
    document.body.append(container)
    container.innerHTML = renderToString(<Form />)
    const [name, place] = [...container.querySelectorAll('input')] as [HTMLInputElement, HTMLInputElement]
    name.value = 'Ada'
    const root = await act(() => hydrateRoot(container, <Form />))
    fireEvent.change(place, { target: { value: 'there' } })
    expect([name.value, place.value, container.querySelector('output')?.textContent]).toEqual([
      'Ada',
      'there',
      'Ada there',
    ])
    await act(() => root.unmount())
    container.remove()
  })
})

describe('actions before hydration', () => {
  recordEarlyActs()
  afterEach(() => {
    vi.useRealTimers()
    delete document.documentElement.dataset['live']
    document.body.replaceChildren()
  })

  /** Hydrates the page, and returns the events of this type that reach its body afterwards. */
  function replayed(type: string): Event[] {
    vi.useFakeTimers()
    const seen: Event[] = []
    document.documentElement.dataset['live'] = ''
    document.body.addEventListener(type, (event) => seen.push(event))
    doEarlyActs()
    vi.runAllTimers()
    return seen
  }
  const show = (html: string, selector: string) => {
    document.body.innerHTML = html
    return document.querySelector(selector) as HTMLElement
  }

  it('clicks a button once, however often it was pressed', () => {
    const button = show('<button type="button"><b>Go</b></button>', 'b')
    button.click()
    button.click()
    expect(replayed('click').map(({ target }) => target)).toEqual([document.querySelector('button')])
    expect(replayed('click')).toEqual([])
  })

  it('focuses the search field on the slash, except while writing', () => {
    const field = show('<input name="q"><textarea></textarea><p></p>', 'input')
    fireEvent.keyDown(document.querySelector('textarea') as Element, { key: '/' })
    expect(document.activeElement).not.toBe(field)
    fireEvent.keyDown(document.querySelector('p') as Element, { key: '/' })
    expect(document.activeElement).toBe(field)
  })

  it('holds forms back that would send their fields, and submits them', () => {
    const form = show('<form method="post"><input></form>', 'form')
    expect(fireEvent.submit(form)).toBe(false)
    expect(replayed('submit').map(({ target }) => target)).toEqual([form])
  })

  it('repeats the last choice of a list and of a checkbox', () => {
    const html = '<select><option>a</option><option>b</option></select><input type="checkbox">'
    const list = show(html, 'select') as HTMLSelectElement
    const box = document.querySelector('input') as HTMLInputElement
    fireEvent.change(list, { target: { value: 'b' } })
    box.checked = true
    fireEvent.change(box)
    list.value = 'a'
    expect(replayed('change').map(({ target }) => target)).toEqual([list, box])
    expect([list.value, box.checked]).toEqual(['b', true])
  })

  it('passes on a file that was dropped on a page that takes files', () => {
    const place = show('<p data-takes-files>Drop here</p>', 'p')
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['{}'], 'a.json'))
    const drop = Object.assign(new Event('drop', { bubbles: true, cancelable: true }), { dataTransfer })
    expect(place.dispatchEvent(drop)).toBe(false)
    expect(replayed('drop').map(({ target }) => target)).toEqual([document.body])
  })
})
