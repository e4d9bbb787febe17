// @vitest-environment happy-dom
import { cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { ChoicesFilter, SelectFilter, TextFilter } from './table-filters.tsx'

afterEach(cleanup)

const choices = [
  { value: 'flagged', label: 'Flagged' },
  { value: 'banned', label: 'Banned' },
]

describe('table filters', () => {
  it('keep text typed during a navigation, unless a link changes the value', () => {
    const onChange = vi.fn()
    const filter = (value: string) => <TextFilter label="Name" value={value} onChange={onChange} />
    const { rerender } = render(filter(''))
    const field = () => screen.getByLabelText<HTMLInputElement>('Name')
    const type = (value: string) => fireEvent.change(field(), { target: { value } })
    type('bl')
    fireEvent.keyDown(field(), { key: 'Enter' })
    type('blur')
    expect(onChange.mock.calls).toEqual([['bl']])
    rerender(filter('bl'))
    expect(field().value).toBe('blur')
    rerender(filter('sharpen'))
    expect(field().value).toBe('sharpen')
  })

  it('show a choice at once', () => {
    render(<SelectFilter label="State" value="flagged" choices={choices} onChange={() => {}} />)
    const field = screen.getByLabelText<HTMLSelectElement>('State')
    fireEvent.change(field, { target: { value: 'banned' } })
    expect(field.value).toBe('banned')
  })

  it('keep both of two quick choices', () => {
    const onChange = vi.fn()
    const filter = (values: string[]) => (
      <ChoicesFilter label="State" values={values} choices={choices} onChange={onChange} />
    )
    const { rerender } = render(filter([]))
    fireEvent.click(screen.getByText('Flagged'))
    rerender(filter([]))
    fireEvent.click(screen.getByText('Banned'))
    expect(onChange.mock.calls).toEqual([[['flagged']], [['flagged', 'banned']]])
    rerender(filter(['banned']))
    expect(screen.getByText('Flagged').getAttribute('aria-pressed')).toBe('false')
  })
})
