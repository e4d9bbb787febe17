// @vitest-environment happy-dom
import { act, fireEvent, screen } from '@testing-library/react'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { openPage } from '../../ground/page/page.test-support.tsx'
import { takeHandedOver } from '../../ground/ui/handed-over.ts'
import { DropAnywhere } from './drop-anywhere.tsx'
import { applyStoredLook, chooseTheme, currentTheme } from './theme.ts'
import { ThemeSwitch } from './theme-switch.tsx'

const data = () => document.documentElement.dataset

afterEach(() => {
  vi.restoreAllMocks()
  localStorage.clear()
  for (const name of ['theme', 'js', 'way']) delete data()[name]
})

describe('the choice of a theme', () => {
  const open = () => openPage({ Component: ThemeSwitch }, { path: '/' })
  const pressed = () => screen.getByRole('button', { pressed: true }).getAttribute('aria-label')

  it('follows the system until something is chosen', async () => {
    open()
    await screen.findByRole('group', { name: 'Theme' })
    expect(pressed()).toBe('System')
    expect(data()['theme']).toBeUndefined()
  })

  it('is applied, kept for the next page, and removed', async () => {
    open()
    fireEvent.click(await screen.findByRole('button', { name: 'Dark' }))
    expect([pressed(), data()['theme']]).toEqual(['Dark', 'dark'])
    delete data()['theme']
    applyStoredLook()
    expect(data()['theme']).toBe('dark')
    fireEvent.click(screen.getByRole('button', { name: 'System' }))
    expect([pressed(), data()['theme']]).toEqual(['System', undefined])
    applyStoredLook()
    expect(data()['theme']).toBeUndefined()
  })

  it('lasts for the page where the browser stores nothing', () => {
    vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
      throw new DOMException('full', 'QuotaExceededError')
    })
    chooseTheme('light')
    expect(currentTheme()).toBe('light')
  })

  it('does not take a damaged choice for a theme', () => {
    localStorage.setItem('nodeyard-theme', '"><script>')
    applyStoredLook()
    expect(data()['theme']).toBeUndefined()
    expect(data()['js']).toBe('')
    expect(currentTheme()).toBe('system')
  })
})

describe('a workflow that is dropped on any page', () => {
  const file = new File(['{}'], 'a.json')
  const drag = (type: string, more: object = {}) => {
    const event = new Event(type, { cancelable: true })
    Object.assign(event, { dataTransfer: { types: ['Files'], files: [file] }, relatedTarget: null, ...more })
    act(() => void dispatchEvent(event))
    return event.defaultPrevented
  }
  const open = (isTaken = false) => {
    const Component = () => (
      <>
        <DropAnywhere />
        <p {...(isTaken ? { 'data-takes-files': '' } : {})}>Page</p>
      </>
    )
    openPage({ Component }, { path: '/' })
  }

  it('is handed to the resolver', async () => {
    open()
    await screen.findByText('Page')
    expect(drag('dragover')).toBe(true)
    await screen.findByText('Drop it to find missing nodes')
    expect(drag('drop')).toBe(true)
    await screen.findByText('At /resolve')
    expect(takeHandedOver()).toBe(file)
    expect(takeHandedOver()).toBeUndefined()
  })

  it('is not announced any more once it has left the window', async () => {
    open()
    await screen.findByText('Page')
    drag('dragover')
    drag('dragleave', { relatedTarget: document.body })
    screen.getByText('Drop it to find missing nodes')
    drag('dragleave')
    expect(screen.queryByText('Drop it to find missing nodes')).toBeNull()
  })

  it('is left to pages that take files themselves, and text to the browser', async () => {
    open(true)
    await screen.findByText('Page')
    expect(drag('dragover')).toBe(false)
    open()
    await screen.findByText('Page')
    expect(drag('dragover', { dataTransfer: { types: ['text/plain'], files: [] } })).toBe(false)
    expect(screen.queryByText('Drop it to find missing nodes')).toBeNull()
  })
})
