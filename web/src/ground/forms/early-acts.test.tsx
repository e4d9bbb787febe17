// @vitest-environment happy-dom
import { act, fireEvent } from '@testing-library/react'
import { useState } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { renderToString } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { Field } from './field.tsx'

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
