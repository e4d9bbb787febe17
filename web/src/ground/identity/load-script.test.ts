// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { loadScript } from './load-script.ts'

let added: HTMLScriptElement[] = []

beforeEach(() => {
  added = []
  vi.spyOn(document.head, 'append').mockImplementation(
    (script) => void added.push(script as HTMLScriptElement),
  )
})
afterEach(() => vi.restoreAllMocks())

const settle = (type: 'load' | 'error') => added.at(-1)?.dispatchEvent(new Event(type))

describe('loadScript', () => {
  it('resolves when the script has run', async () => {
    const loading = loadScript('/one.js')
    expect(added.map((script) => script.getAttribute('src'))).toEqual(['/one.js'])
    settle('load')
    await loading
  })

  it('adds a script only once', async () => {
    const loading = loadScript('/two.js')
    expect(loadScript('/two.js')).toBe(loading)
    settle('load')
    await loading
    await loadScript('/two.js')
    expect(added).toHaveLength(1)
  })

  it('fails like an unreachable server and can be retried', async () => {
    const loading = loadScript('/three.js')
    settle('error')
    await expect(loading).rejects.toThrow(TypeError)
    const again = loadScript('/three.js')
    expect(added).toHaveLength(2)
    settle('load')
    await again
  })
})
