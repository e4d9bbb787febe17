// @vitest-environment happy-dom
import { suggest } from '@nodeyard/contract/packs'
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { useRef, useState } from 'react'
import { describe, expect, it } from 'vitest'
import { openPage } from '../../ground/page/page.test-support.tsx'
import { exampleOf, on, type Rule, refusal } from '../../ground/site/registry.test-support.ts'
import { SuggestField } from './suggest-field.tsx'
import { toGroups } from './suggestions.ts'

function Field({ isQuiet = false }: { isQuiet?: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const [text, type] = useState('')
  return (
    <SuggestField
      {...{ input, text, type, isQuiet, label: 'Search packs', placeholder: '', className: '' }}
    />
  )
}

const open = (rules: Rule[] = [], isQuiet = false) =>
  openPage({ Component: () => <Field isQuiet={isQuiet} /> }, { path: '/', rules })
const field = () => screen.getByRole<HTMLInputElement>('combobox', { name: 'Search packs' })
const press = (...keys: string[]) => {
  for (const key of keys) fireEvent.keyDown(field(), { key })
}
const chosen = () => screen.queryByRole('option', { selected: true })?.textContent

async function type(text: string): Promise<void> {
  await screen.findByRole('combobox')
  fireEvent.change(field(), { target: { value: text } })
}

async function typeAndWait(text = 'blur'): Promise<void> {
  await type(text)
  await screen.findByRole('listbox', { name: 'Suggestions' })
  await screen.findAllByRole('option')
}

describe('a search field with suggestions', () => {
  it('suggests packs and nodes in groups, and says how many', async () => {
    const { reads } = open()
    await typeAndWait()
    expect(screen.getAllByRole('group').map((one) => one.getAttribute('aria-label'))).toEqual([
      'Packs',
      'Nodes',
    ])
    expect(screen.getByRole('status').textContent).toBe('2 suggestions')
    expect(reads(suggest).map(({ query }) => query)).toEqual([{ text: 'blur' }])
  })

  it('moves with the arrow keys, and past both ends back to the text', async () => {
    open()
    await typeAndWait()
    expect(chosen()).toBeUndefined()
    press('ArrowDown')
    expect(chosen()).toContain('Acme Blur')
    expect(field().getAttribute('aria-activedescendant')).toBe(
      screen.getByRole('option', { selected: true }).id,
    )
    press('ArrowDown')
    expect(chosen()).toContain('AcmeBlur')
    press('ArrowDown')
    expect(chosen()).toBeUndefined()
    press('ArrowUp')
    expect(chosen()).toContain('AcmeBlur')
  })

  it('opens the chosen suggestion with Enter', async () => {
    open()
    await typeAndWait()
    press('ArrowDown', 'Enter')
    await screen.findByText('At /nodes/acme-blur')
  })

  it('opens a suggestion that is pressed', async () => {
    open()
    await typeAndWait()
    const [, second] = screen.getAllByRole('option')
    if (second) fireEvent.click(second)
    await screen.findByText(/^At \/nodes\/acme-blur\/.*AcmeBlur/)
  })

  it('keeps the focus in the field while a suggestion is pressed', async () => {
    open()
    await typeAndWait()
    const [first] = screen.getAllByRole('option')
    expect(first && fireEvent.mouseDown(first)).toBe(false)
  })

  it('closes with Escape, and opens again with the arrow down', async () => {
    open()
    await typeAndWait()
    press('Escape')
    expect(field().getAttribute('aria-expanded')).toBe('false')
    expect(screen.queryByRole('option')).toBeNull()
    press('ArrowDown')
    await screen.findAllByRole('option')
  })

  it('leaves Enter to the form when nothing is chosen', async () => {
    open()
    await typeAndWait()
    expect(fireEvent.keyDown(field(), { key: 'Enter' })).toBe(true)
    expect(screen.queryByRole('option')).toBeNull()
  })

  it('asks nothing for a single letter, and nothing where typing searches at once', async () => {
    const short = open()
    await type('b')
    const quiet = open([], true)
    await type('blur')
    await typeAndNothing()
    expect([...short.reads(suggest), ...quiet.reads(suggest)]).toEqual([])
  })

  it('goes without suggestions when the registry refuses', async () => {
    const { reads } = open([on(suggest, refusal(429, 'rate_limited'))])
    await type('blur')
    await waitFor(() => expect(reads(suggest)).toHaveLength(1))
    expect(screen.queryByRole('option')).toBeNull()
    expect(screen.queryByRole('alert')).toBeNull()
  })
})

/** Suggestions of another field show that the time to ask has passed. */
async function typeAndNothing(): Promise<void> {
  open()
  await typeAndWait()
}

describe('groups of suggestions', () => {
  const answer = exampleOf(suggest)

  it('leave out searches for the exact name of a suggested pack', () => {
    const titles = toGroups(answer).map(({ title }) => title)
    expect(titles).toEqual(['suggest_nodes', 'suggest_comfy_nodes'])
    const queries = [...answer.queries, { query: 'soft blur', nb_words: 2, popularity: 1 }]
    const [, , searches] = toGroups({ ...answer, queries })
    expect(searches?.suggestions.map(({ text, to }) => [text, to])).toEqual([['soft blur', '/?q=soft+blur']])
  })

  it('name the publisher beside packs and publishers of the same name', () => {
    const publishers = [{ id: 'acme', name: 'Acme' }]
    const [packs, , people] = toGroups({ ...answer, publishers })
    expect(packs?.suggestions[0]).toMatchObject({ detail: '@acme', stars: 12, to: '/nodes/acme-blur' })
    expect(people?.suggestions).toMatchObject([{ text: 'Acme', detail: '@acme', to: '/publishers/acme' }])
  })

  it('are none when nothing fits', () => {
    expect(toGroups({ queries: [], nodes: [], comfy_nodes: [], publishers: [] })).toEqual([])
  })
})
