// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { type FormEvent, type ReactElement, useState } from 'react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { testSite, withSite } from '../site/site.test-support.tsx'
import { Field } from './field.tsx'
import { saveByKey } from './save-by-key.ts'
import { SelectField } from './select-field.tsx'
import { TextArea } from './text-area.tsx'

afterEach(cleanup)

const renderField = (element: ReactElement) => render(withSite(testSite(), element))
const descriptionOf = (element: HTMLElement) =>
  (element.getAttribute('aria-describedby') ?? '')
    .split(' ')
    .filter(Boolean)
    .map((id) => document.getElementById(id)?.textContent)

describe('fields', () => {
  it.each([
    ['a text input', <Field key="f" label="Name" hint="As users see it" problem="Too long" />],
    ['a text area', <TextArea key="t" label="Name" hint="As users see it" problem="Too long" />],
  ])('connect %s with its hint and its error', (_kind, element) => {
    renderField(element)
    const input = screen.getByLabelText('Name')
    expect(descriptionOf(input)).toEqual(['As users see it', 'Too long'])
    expect(input.getAttribute('aria-invalid')).toBe('true')
    expect(screen.getByRole('alert').textContent).toBe('Too long')
  })

  it('have no description without hint and error', () => {
    renderField(<Field label="Name" />)
    const input = screen.getByLabelText('Name')
    expect(input.hasAttribute('aria-describedby')).toBe(false)
    expect(input.hasAttribute('aria-invalid')).toBe(false)
  })

  it('have distinct labels when two have the same name', () => {
    renderField(
      <>
        <Field label="Name" defaultValue="one" />
        <Field label="Name" defaultValue="two" />
      </>,
    )
    const values = screen.getAllByLabelText<HTMLInputElement>('Name').map(({ value }) => value)
    expect(values).toEqual(['one', 'two'])
  })

  it('offer the options of a select', () => {
    const onChange = vi.fn()
    const options = [
      { value: 'owner', text: 'Owner' },
      { value: 'member', text: 'Member' },
    ]
    renderField(<SelectField label="Role" value="owner" options={options} onChange={onChange} />)
    const select = screen.getByLabelText<HTMLSelectElement>('Role')
    expect([...select.options].map(({ text }) => text)).toEqual(['Owner', 'Member'])
    fireEvent.change(select, { target: { value: 'member' } })
    expect(onChange).toHaveBeenCalledOnce()
  })
})

describe('remaining length of a text area', () => {
  function Description({ maxLength }: { maxLength?: number }) {
    const [text, setText] = useState('')
    const limit = maxLength === undefined ? {} : { maxLength }
    return <TextArea label="Text" value={text} {...limit} onChange={(event) => setText(event.target.value)} />
  }
  const type = (length: number) =>
    fireEvent.change(screen.getByLabelText('Text'), { target: { value: 'x'.repeat(length) } })

  it('appears near the limit only', () => {
    renderField(<Description maxLength={100} />)
    type(79)
    expect(screen.queryByText(/100/)).toBeNull()
    type(80)
    expect(screen.getByText(/100/).textContent).toContain('80')
    type(100)
    expect(screen.getByText(/100/).textContent?.match(/100/g)).toHaveLength(2)
  })

  it('never appears without a limit', () => {
    renderField(<Description />)
    type(5000)
    expect(screen.queryByText(/5,?000/)).toBeNull()
  })
})

describe('saveByKey', () => {
  function open() {
    const onSubmit = vi.fn((event: FormEvent) => event.preventDefault())
    render(
      <form onSubmit={onSubmit} onKeyDown={saveByKey}>
        <textarea aria-label="Text" />
      </form>,
    )
    const press = (init: object) => fireEvent.keyDown(screen.getByLabelText('Text'), init)
    return { onSubmit, press }
  }

  it.each([{ ctrlKey: true }, { metaKey: true }])('submits on Enter with %o', (modifier) => {
    const { onSubmit, press } = open()
    press({ key: 'Enter', ...modifier })
    expect(onSubmit).toHaveBeenCalledOnce()
  })

  it('lets a plain Enter start a new line', () => {
    const { onSubmit, press } = open()
    press({ key: 'Enter' })
    press({ key: 's', ctrlKey: true })
    expect(onSubmit).not.toHaveBeenCalled()
  })
})
