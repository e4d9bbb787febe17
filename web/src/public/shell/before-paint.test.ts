// @vitest-environment happy-dom
import { describe, expect, it, vi } from 'vitest'
import beforePaint from './before-paint.ts?script'
import start from './start.ts?script'

/** Runs a script of the page as the page does, and returns the addresses that it adds to the head. */
function run(script: string): unknown[] {
  const added = vi.spyOn(document.head, 'append').mockReturnValue()
  new Function(script)()
  return added.mock.calls
    .flat()
    .map((one) => one instanceof HTMLElement && (one.getAttribute('href') ?? one.getAttribute('src')))
}

describe('the scripts in a page', () => {
  it('are small and classic', () => {
    for (const script of [beforePaint, start]) expect(script).not.toMatch(/\b(?:import|export)\b|<\/script/)
    expect(beforePaint.length).toBeLessThan(3000)
  })

  it('apply what the browser has stored, and record actions', () => {
    localStorage.setItem('nodeyard-theme', 'dark')
    localStorage.setItem('nodeyard-session', 'ada')
    run(beforePaint)
    const { dataset } = document.documentElement
    expect([dataset['js'], dataset['theme'], dataset['session']]).toEqual(['', 'dark', ''])
    expect(window.earlyActs).toBeInstanceOf(Map)
  })

  it('load the scripts of a page without content at once, and only once', () => {
    const parts = { entry: '/e.js', imports: ['/i.js'], texts: ['/t.json'], isReadable: false }
    expect(run(`{const parts=${JSON.stringify(parts)};${start}}`)).toEqual(['/i.js', '/t.json', '/e.js'])
  })
})
