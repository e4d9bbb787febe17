// @vitest-environment happy-dom
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { english, testSite, withSite } from '../site/site.test-support.tsx'
import { Command } from './command.tsx'
import { CopyButton } from './copy-button.tsx'

const copied = english('common')('copied')

beforeEach(() => vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

function open(writeText: (text: string) => Promise<void>): void {
  vi.stubGlobal('navigator', { clipboard: { writeText } })
  render(withSite(testSite(), <CopyButton text="pip install x" label="Copy the command" />))
}

const press = () => fireEvent.click(screen.getByLabelText('Copy the command'))
const status = () => screen.getByRole('status').textContent

describe('CopyButton', () => {
  it('copies its text and announces it for a moment', async () => {
    const texts: string[] = []
    open(async (text) => void texts.push(text))
    press()
    await vi.waitFor(() => expect(status()).toBe(copied))
    expect(texts).toEqual(['pip install x'])
    act(() => void vi.advanceTimersByTime(2000))
    expect(status()).toBe('')
  })

  it('announces nothing when the browser denies access', async () => {
    open(() => Promise.reject(new DOMException('denied', 'NotAllowedError')))
    press()
    await act(async () => {})
    expect(status()).toBe('')
  })

  it('survives a browser without a clipboard', () => {
    vi.stubGlobal('navigator', {})
    render(withSite(testSite(), <CopyButton text="x" label="Copy the command" />))
    press()
    expect(status()).toBe('')
  })
})

describe('Command', () => {
  it('shows the text that it copies, left to right', async () => {
    const texts: string[] = []
    vi.stubGlobal('navigator', { clipboard: { writeText: async (text: string) => void texts.push(text) } })
    render(withSite(testSite(), <Command text={'git clone x\ncd x'} copyLabel="Copy" />))
    fireEvent.click(screen.getByLabelText('Copy'))
    await vi.waitFor(() => expect(texts).toEqual(['git clone x\ncd x']))
    expect(document.querySelector('[dir=ltr]')?.textContent).toContain('git clone x')
  })
})
